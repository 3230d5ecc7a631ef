import { findTextFault } from '../../../contract/rules/json-text.ts'
import type { TokenUsage } from '../../../spec/gen/openapi.gen.ts'
import type { KeptSpan } from '../../db/waiting-spans.ts'
import type { SentSpan } from './decode.ts'
import { Status_StatusCode } from './otlp/trace.gen.js'

/**
 * What spans say, by our name for it: the attributes of OpenTelemetry's conventions for generative AI as they were on 2026-11-28
 * (github.com/open-telemetry/semantic-conventions-genai), and behind them the older names of these, and those of OpenLLMetry,
 * OpenInference, Pydantic AI and Vercel's AI SDK. Of several, the first that is there counts. Nothing else is kept of a span.
 */
const attributes = {
  modelId: ['twu.model.id'],
  executionId: ['twu.execution.id'],
  entityId: ['twu.entity.id'],
  status: ['twu.execution.status'],
  action: ['twu.action'],
  toolName: ['gen_ai.tool.name', 'ai.toolCall.name', 'tool.name', 'traceloop.entity.name'],
  agentId: ['gen_ai.agent.id'],
  agentName: ['gen_ai.agent.name', 'agent.name', 'ai.telemetry.functionId', 'traceloop.entity.name'],
  aiModel: ['gen_ai.request.model', 'gen_ai.response.model', 'llm.model_name', 'ai.model.id'],
  inputTokens: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.token_count.prompt',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
  ],
  cachedInputTokens: [
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'gen_ai.usage.cached_tokens',
    'gen_ai.usage.details.cache_read_tokens',
    'llm.token_count.prompt_details.cache_read',
    'ai.usage.cachedInputTokens',
  ],
  cacheWriteTokens: [
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
    'gen_ai.usage.details.cache_write_tokens',
    'llm.token_count.prompt_details.cache_write',
  ],
  outputTokens: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
    'ai.usage.outputTokens',
    'ai.usage.completionTokens',
  ],
  cost: ['twu.cost', 'gen_ai.usage.cost', 'operation.cost', 'llm.cost.total'],
  errorType: ['error.type'],
} as const satisfies Record<string, readonly string[]>

/** The attributes that say what kind of span it is, and the operation that each of their values stands for. */
const operationNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'gen_ai.operation.name': { call_llm: 'chat' },
  'openinference.span.kind': { LLM: 'chat', EMBEDDING: 'embeddings', TOOL: 'execute_tool', AGENT: 'invoke_agent' },
  'traceloop.span.kind': { tool: 'execute_tool', agent: 'invoke_agent', workflow: 'invoke_workflow' },
  'llm.request.type': { chat: 'chat', completion: 'text_completion', embedding: 'embeddings' },
  'ai.operationId': {
    'ai.generateText': 'invoke_agent',
    'ai.streamText': 'invoke_agent',
    'ai.generateText.doGenerate': 'chat',
    'ai.streamText.doStream': 'chat',
    'ai.generateObject.doGenerate': 'chat',
    'ai.streamObject.doStream': 'chat',
    'ai.embed.doEmbed': 'embeddings',
    'ai.toolCall': 'execute_tool',
  },
}

const kinds: Readonly<Record<string, KeptSpan['kind']>> = {
  chat: 'call',
  generate_content: 'call',
  text_completion: 'call',
  embeddings: 'call',
  execute_tool: 'tool',
  invoke_agent: 'agent',
  invoke_workflow: 'agent',
}

export function toKept({ spanId, parentId, span }: SentSpan): KeptSpan {
  const said: Said = new Map(span.attributes.map(({ key, value }) => [key, value?.value.value]))
  const text = (what: keyof typeof attributes) => firstOf(said, attributes[what], toText)
  const [modelId, executionId, entityId] = [text('modelId'), text('executionId'), text('entityId')]
  const isNamed = modelId !== undefined && executionId !== undefined && entityId !== undefined
  // The span of a whole execution may say what all of it took, as that of an agent does.
  const isWhole = isNamed || parentId === ''
  const operation = operationOf(said) ?? (isWhole ? 'invoke_agent' : undefined)
  const kind = operation === undefined ? undefined : kinds[operation]
  const action = (kind === 'tool' ? text('toolName') : undefined) ?? operation
  const [start, end] = [span.startTimeUnixNano, span.endTimeUnixNano]
  return {
    id: spanId,
    parent: parentId || null,
    start: String(start),
    end: String(end > start ? end : start),
    kind,
    action: text('action') ?? (action === undefined ? undefined : toIdentifier(action)),
    agent: text('agentId') ?? (kind === 'agent' || said.has('gen_ai.agent.name') ? text('agentName') : undefined),
    aiModel: text('aiModel'),
    usage: usageOf(said),
    cost: firstOf(said, attributes.cost, toAmount),
    error: span.status?.code === Status_StatusCode.ERROR ? (text('errorType') ?? 'error') : undefined,
    name: isWhole ? toText(span.name) : undefined,
    execution: isNamed ? { modelId, executionId, entityId } : undefined,
    status: text('status'),
    attributes: operationAttributes(said),
  }
}

/** The attributes of a span. */
type Said = ReadonlyMap<string, unknown>

function operationOf(said: Said): string | undefined {
  for (const [name, values] of Object.entries(operationNames)) {
    const value = said.get(name)
    if (typeof value !== 'string') continue
    const operation = Object.hasOwn(values, value) ? values[value] : value
    if (operation !== undefined && Object.hasOwn(kinds, operation)) return operation
  }
  return undefined
}

/** The attributes of an operation: 16 at most, and of a text 1,024 characters. */
function operationAttributes(said: Said): Record<string, string | number | boolean> {
  const keys = [...said.keys()].filter((key) => key.startsWith('twu.attribute.'))
  const found = keys.flatMap((key) => {
    const [name, value] = [toText(key.slice('twu.attribute.'.length)), said.get(key)]
    const kept = typeof value === 'boolean' ? value : (toText(value) ?? toNumber(value))
    return name === undefined || kept === undefined ? [] : [[name, kept] as const]
  })
  return Object.fromEntries(found.slice(0, 16))
}

function usageOf(said: Said): TokenUsage | undefined {
  const usage: TokenUsage = {}
  for (const what of ['inputTokens', 'cachedInputTokens', 'cacheWriteTokens', 'outputTokens'] as const) {
    const count = firstOf(said, attributes[what], toCount)
    if (count !== undefined) usage[what] = count
  }
  // Cached tokens are a part of the input. Where they are more, the input was counted without them.
  const { inputTokens = 0, cachedInputTokens = 0, cacheWriteTokens = 0 } = usage
  const cached = cachedInputTokens + cacheWriteTokens
  if (cached > inputTokens) usage.inputTokens = inputTokens + cached
  return Object.keys(usage).length > 0 ? usage : undefined
}

/** `search.web` is `search_web`. */
function toIdentifier(name: string): string {
  const identifier = name.replaceAll(/[^A-Za-z0-9_]/g, '_')
  return identifier.replace(/^(?=\d)/, '_').slice(0, 64)
}

function firstOf<Value>(said: Said, names: readonly string[], read: (value: unknown) => Value | undefined) {
  return names.map((name) => read(said.get(name))).find((value) => value !== undefined)
}

/** Longer than every text of a report may be: what is cut is refused later. */
function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && !findTextFault(value)
    ? value.slice(0, 1024).toWellFormed()
    : undefined
}

function toAmount(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : toNumber(value)
  return amount !== undefined && amount >= 0 && amount <= 1_000_000_000_000 ? amount : undefined
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function toCount(value: unknown): number | undefined {
  const count = toAmount(value)
  return Number.isInteger(count) ? count : undefined
}
