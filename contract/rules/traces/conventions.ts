import { findTextFault } from '../json-text.ts'
import type { TokenUsage } from '../../../spec/gen/openapi.gen.ts'

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

/** The names of all attributes that are read. */
export const readAttributes: ReadonlySet<string> = new Set([
  ...Object.values(attributes).flat(),
  ...Object.keys(operationNames),
])

/** A span as an exporter sent it, with the attributes that are read. */
export interface SentSpan {
  traceId: string
  spanId: string
  /** Empty for a root. */
  parentId: string
  name: string
  start: bigint
  end: bigint
  hasFailed: boolean
  attributes: ReadonlyMap<string, string | number | boolean>
}

/** What is kept of a span while it waits. */
export interface KeptSpan {
  id: string
  parent: string | null
  /** In nanoseconds since 1970. */
  start: string
  end: string
  kind?: 'call' | 'tool' | 'agent' | undefined
  /** Made an identifier, where `twu.action` does not say it. */
  action?: string | undefined
  agent?: string | undefined
  aiModel?: string | undefined
  usage?: TokenUsage | undefined
  cost?: number | undefined
  /** The type of an error; only where the span has failed. */
  error?: string | undefined
  /** The name of a root, or of a span that names the execution. */
  name?: string | undefined
  execution?: { modelId: string; executionId: string; entityId: string } | undefined
  status?: 'completed' | 'failed' | undefined
}

export function toKept(span: SentSpan): KeptSpan {
  const text = (what: keyof typeof attributes) => firstOf(span, attributes[what], toText)
  const operation = operationOf(span)
  const kind = operation === undefined ? undefined : kinds[operation]
  const [modelId, executionId, entityId] = [text('modelId'), text('executionId'), text('entityId')]
  const isNamed = modelId !== undefined && executionId !== undefined && entityId !== undefined
  const status = text('status')
  const action = (kind === 'tool' ? text('toolName') : undefined) ?? operation
  const isRoot = span.parentId === ''
  return {
    id: span.spanId,
    parent: isRoot ? null : span.parentId,
    start: String(span.start),
    end: String(span.end > span.start ? span.end : span.start),
    kind,
    action: text('action') ?? (action === undefined ? undefined : toIdentifier(action)),
    agent:
      text('agentId') ?? (kind === 'agent' || span.attributes.has('gen_ai.agent.name') ? text('agentName') : undefined),
    aiModel: text('aiModel'),
    usage: usageOf(span),
    cost: firstOf(span, attributes.cost, toAmount),
    error: span.hasFailed ? (text('errorType') ?? 'error') : undefined,
    name: isRoot || isNamed ? toText(span.name) : undefined,
    execution: isNamed ? { modelId, executionId, entityId } : undefined,
    status: status === 'completed' || status === 'failed' ? status : undefined,
  }
}

function operationOf({ attributes }: SentSpan): string | undefined {
  for (const [name, values] of Object.entries(operationNames)) {
    const said = attributes.get(name)
    const value = typeof said !== 'string' ? undefined : Object.hasOwn(values, said) ? values[said] : said
    if (value !== undefined && Object.hasOwn(kinds, value)) return value
  }
  return undefined
}

/** Cached tokens are a part of the input. Where they are more, the input was counted without them. */
function usageOf(span: SentSpan): TokenUsage | undefined {
  const count = (what: keyof TokenUsage) => firstOf(span, attributes[what], toCount)
  const [input, cachedInputTokens, cacheWriteTokens] = [
    count('inputTokens'),
    count('cachedInputTokens'),
    count('cacheWriteTokens'),
  ]
  const outputTokens = count('outputTokens')
  const parts = (cachedInputTokens ?? 0) + (cacheWriteTokens ?? 0)
  const inputTokens = parts > (input ?? 0) ? (input ?? 0) + parts : input
  const usage = {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
  }
  return Object.keys(usage).length > 0 ? usage : undefined
}

/** `search.web` is `search_web`. */
function toIdentifier(name: string): string {
  return name
    .replaceAll(/[^A-Za-z0-9_]/g, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, 64)
}

function firstOf<Value>(
  span: SentSpan,
  names: readonly string[],
  read: (value: unknown) => Value | undefined,
): Value | undefined {
  for (const name of names) {
    const value = read(span.attributes.get(name))
    if (value !== undefined) return value
  }
  return undefined
}

/** Longer than every text of a report may be: what is cut is refused later. */
function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && !findTextFault(value)
    ? value.slice(0, 1024).toWellFormed()
    : undefined
}

function toAmount(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return typeof amount === 'number' && amount >= 0 && amount <= 1_000_000_000_000 ? amount : undefined
}

function toCount(value: unknown): number | undefined {
  const count = toAmount(value)
  return Number.isInteger(count) ? count : undefined
}
