import type { WorkOperation } from '../../sdk/src/index.ts'
import { timeOf, type Node } from '../helpers/data/traces.ts'

/** A trace as a framework documents it, written by us, and the operations that are right for it. */
export interface Shape {
  name: string
  source: string
  children: Node[]
  operations: WorkOperation[]
}

const did = (action: string, start: number, end: number, given: Partial<WorkOperation> = {}): WorkOperation => ({
  action,
  actor: 'AI',
  activeTime: Math.round((end - start) * 1000) / 1000,
  startedAt: timeOf(start),
  endedAt: timeOf(end),
  ...given,
})

const noise: Node = { id: 'http', name: 'POST', at: [1, 2], says: { 'http.response.status_code': 200 } }

/** The time of an agent is that of what it did. */
const invoked = (start: number, end: number, given: Partial<WorkOperation>): WorkOperation => {
  const { activeTime: _activeTime, ...operation } = did('invoke_agent', start, end, given)
  return operation
}

const gpt4o = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o' }

const tool = (name: string) => ({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name })

export const corpus: Shape[] = [
  {
    name: "OpenTelemetry's conventions: an agent in an agent, a tool that fails, cached tokens within the input",
    source: 'github.com/open-telemetry/semantic-conventions-genai, docs/gen-ai/gen-ai-agent-spans.md',
    children: [
      {
        id: 'agent',
        at: [0, 9],
        says: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.id': 'asst_1', 'gen_ai.agent.name': 'Refunds' },
        children: [
          {
            id: 'chat1',
            at: [1, 2.5],
            says: {
              'gen_ai.operation.name': 'chat',
              'gen_ai.request.model': 'gpt-5',
              'gen_ai.response.model': 'gpt-5-2026-01-01',
              'gen_ai.usage.input_tokens': 1000,
              'gen_ai.usage.cache_read.input_tokens': 800,
              'gen_ai.usage.cache_creation.input_tokens': 100,
              'gen_ai.usage.output_tokens': 50,
            },
            children: [noise],
          },
          {
            id: 'tool',
            at: [3, 8],
            says: {
              'gen_ai.operation.name': 'execute_tool',
              'gen_ai.tool.name': 'search.web',
              'error.type': 'timeout',
            },
            fails: true,
            children: [
              {
                id: 'inner',
                at: [4, 7],
                says: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'Searcher' },
                children: [
                  {
                    id: 'chat2',
                    at: [4, 6],
                    says: { 'gen_ai.operation.name': 'chat', 'gen_ai.response.model': 'gpt-5-mini' },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    operations: [
      did('chat', 1, 2.5, {
        agentId: 'asst_1',
        aiModel: 'gpt-5',
        usage: { inputTokens: 1000, cachedInputTokens: 800, cacheWriteTokens: 100, outputTokens: 50 },
      }),
      did('search_web', 3, 8, { agentId: 'asst_1', attributes: { error: 'timeout' } }),
      did('chat', 4, 6, { agentId: 'Searcher', aiModel: 'gpt-5-mini' }),
    ],
  },
  {
    name: 'Microsoft Agent Framework: the agent repeats the tokens of its calls',
    source: 'learn.microsoft.com/agent-framework/agents/observability',
    children: [
      {
        id: 'agent',
        at: [0, 6],
        says: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.id': 'a-7',
          'gen_ai.request.model': 'gpt-4o',
          'gen_ai.usage.input_tokens': 300,
          'gen_ai.usage.output_tokens': 30,
        },
        children: [
          {
            id: 'chat1',
            at: [0, 2],
            says: {
              'gen_ai.operation.name': 'chat',
              'gen_ai.request.model': 'gpt-4o',
              'gen_ai.usage.input_tokens': 100,
              'gen_ai.usage.output_tokens': 10,
            },
          },
          {
            id: 'tool',
            at: [2, 3],
            says: {
              'gen_ai.operation.name': 'execute_tool',
              'gen_ai.tool.name': 'get_order',
              'twu.action': 'checkPolicy',
            },
          },
          {
            id: 'chat2',
            at: [3, 6],
            says: {
              'gen_ai.operation.name': 'chat',
              'gen_ai.request.model': 'gpt-4o',
              'gen_ai.usage.input_tokens': 200,
              'gen_ai.usage.output_tokens': 20,
            },
          },
        ],
      },
    ],
    operations: [
      did('chat', 0, 2, { agentId: 'a-7', aiModel: 'gpt-4o', usage: { inputTokens: 100, outputTokens: 10 } }),
      did('checkPolicy', 2, 3, { agentId: 'a-7' }),
      did('chat', 3, 6, { agentId: 'a-7', aiModel: 'gpt-4o', usage: { inputTokens: 200, outputTokens: 20 } }),
    ],
  },
  {
    name: 'Pydantic AI: the agent repeats its tokens, each call has its cost',
    source: 'pydantic.dev/docs/ai/integrations/logfire, github.com/pydantic/pydantic-ai/pull/2767',
    children: [
      {
        id: 'agent',
        at: [0, 4],
        says: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': 'refunds',
          'gen_ai.usage.input_tokens': 500,
          'gen_ai.usage.output_tokens': 40,
        },
        children: [
          {
            id: 'chat',
            at: [1, 2],
            says: {
              'gen_ai.operation.name': 'chat',
              'gen_ai.request.model': 'gpt-4o',
              'gen_ai.usage.input_tokens': 500,
              'gen_ai.usage.details.cache_read_tokens': 400,
              'gen_ai.usage.output_tokens': 40,
              'operation.cost': 0.00165,
            },
          },
          {
            id: 'tool',
            at: [2, 3],
            says: {
              'gen_ai.operation.name': 'execute_tool',
              'gen_ai.tool.name': 'payRefund',
              'gen_ai.agent.name': 'payer',
            },
          },
        ],
      },
    ],
    operations: [
      did('chat', 1, 2, {
        agentId: 'refunds',
        aiModel: 'gpt-4o',
        usage: { inputTokens: 500, cachedInputTokens: 400, outputTokens: 40 },
        cost: 0.00165,
      }),
      did('payRefund', 2, 3, { agentId: 'payer' }),
    ],
  },
  {
    name: "Vercel's AI SDK: the outer span repeats the tokens of its steps, under names of its own",
    source: 'ai-sdk.dev/docs/ai-sdk-core/telemetry',
    children: [
      {
        id: 'outer',
        at: [0, 5],
        says: {
          'operation.name': 'ai.generateText refunds',
          'ai.operationId': 'ai.generateText',
          'ai.telemetry.functionId': 'refunds',
          'ai.model.id': 'gpt-4o',
          'ai.usage.promptTokens': 90,
          'ai.usage.completionTokens': 9,
        },
        children: [
          {
            id: 'step',
            at: [0, 2],
            says: {
              'ai.operationId': 'ai.generateText.doGenerate',
              'ai.model.id': 'gpt-4o',
              'ai.usage.promptTokens': 90,
              'ai.usage.completionTokens': 9,
              'gen_ai.request.model': 'gpt-4o',
              'gen_ai.usage.input_tokens': 90,
              'gen_ai.usage.output_tokens': 9,
            },
          },
          { id: 'call', at: [2, 4], says: { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'find-order' } },
        ],
      },
    ],
    operations: [
      did('chat', 0, 2, { agentId: 'refunds', aiModel: 'gpt-4o', usage: { inputTokens: 90, outputTokens: 9 } }),
      did('find_order', 2, 4, { agentId: 'refunds' }),
    ],
  },
  {
    name: 'OpenInference: kinds and counts under names of its own, costs in dollars',
    source: 'arize-ai.github.io/openinference/spec/spans/llm.html',
    children: [
      {
        id: 'agent',
        at: [0, 5],
        says: { 'openinference.span.kind': 'AGENT', 'agent.name': 'refunder' },
        children: [
          { id: 'chain', at: [0, 1], says: { 'openinference.span.kind': 'CHAIN' } },
          {
            id: 'llm',
            at: [1, 3],
            says: {
              'openinference.span.kind': 'LLM',
              'llm.model_name': 'claude-sonnet-4-5',
              'llm.token_count.prompt': 70,
              'llm.token_count.prompt_details.cache_read': 20,
              'llm.token_count.prompt_details.cache_write': 10,
              'llm.token_count.completion': 7,
              'llm.cost.total': 0.002,
            },
          },
          { id: 'tool', at: [3, 4], says: { 'openinference.span.kind': 'TOOL', 'tool.name': '3d_view' } },
        ],
      },
    ],
    operations: [
      did('chat', 1, 3, {
        agentId: 'refunder',
        aiModel: 'claude-sonnet-4-5',
        usage: { inputTokens: 70, cachedInputTokens: 20, cacheWriteTokens: 10, outputTokens: 7 },
        cost: 0.002,
      }),
      did('_3d_view', 3, 4, { agentId: 'refunder' }),
    ],
  },
  {
    name: 'OpenLLMetry: a call that two libraries trace is one, under the oldest names',
    source: 'traceloop.com/docs/openllmetry/contributing/semantic-conventions',
    children: [
      {
        id: 'flow',
        at: [0, 6],
        says: { 'traceloop.span.kind': 'workflow', 'traceloop.entity.name': 'refund_flow' },
        children: [
          {
            id: 'chain',
            at: [0, 3],
            says: {
              'llm.request.type': 'chat',
              'gen_ai.request.model': 'gpt-4',
              'gen_ai.usage.prompt_tokens': 40,
              'gen_ai.usage.completion_tokens': 4,
            },
            children: [
              {
                id: 'openai',
                at: [1, 3],
                says: {
                  'llm.request.type': 'chat',
                  'gen_ai.request.model': 'gpt-4',
                  'gen_ai.usage.prompt_tokens': 40,
                  'gen_ai.usage.completion_tokens': 4,
                },
              },
            ],
          },
          { id: 'tool', at: [4, 5], says: { 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'lookup' } },
        ],
      },
    ],
    operations: [
      did('chat', 1, 3, { agentId: 'refund_flow', aiModel: 'gpt-4', usage: { inputTokens: 40, outputTokens: 4 } }),
      did('lookup', 4, 5, { agentId: 'refund_flow' }),
    ],
  },
  {
    name: 'Anthropic’s own counts: an input without its cached parts, which are more',
    source: 'platform.claude.com/docs/en/build-with-claude/prompt-caching, Tracking cache performance',
    children: [
      {
        id: 'chat',
        at: [0, 1],
        says: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'claude-sonnet-4-5',
          'gen_ai.usage.input_tokens': 50,
          'gen_ai.usage.cache_read_input_tokens': 2000,
          'gen_ai.usage.cache_creation_input_tokens': 300,
          'gen_ai.usage.output_tokens': 8,
        },
      },
    ],
    operations: [
      did('chat', 0, 1, {
        aiModel: 'claude-sonnet-4-5',
        usage: { inputTokens: 2350, cachedInputTokens: 2000, cacheWriteTokens: 300, outputTokens: 8 },
      }),
    ],
  },
  {
    name: 'a hosted agent, whose calls nobody sees: its own tokens count, and the time of its tool is not counted twice',
    source: 'learn.microsoft.com/azure/ai-foundry/how-to/develop/trace-agents-sdk',
    children: [
      {
        id: 'hosted',
        at: [0, 4],
        says: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': 'hosted',
          'gen_ai.request.model': 'gpt-4o',
          'gen_ai.usage.input_tokens': 10,
          'gen_ai.usage.output_tokens': 1,
        },
        children: [
          { id: 'tool', at: [1, 2], says: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'lookup' } },
        ],
      },
    ],
    operations: [
      {
        action: 'invoke_agent',
        actor: 'AI',
        agentId: 'hosted',
        aiModel: 'gpt-4o',
        usage: { inputTokens: 10, outputTokens: 1 },
        startedAt: timeOf(0),
        endedAt: timeOf(4),
      },
      did('lookup', 1, 2, { agentId: 'hosted' }),
    ],
  },
  {
    name: 'what an agent says of cost or tokens holds for the models in it, and what is begun together is in the order of its ends',
    source: 'docs/how-to/opentelemetry.md',
    children: [
      {
        id: 'paid',
        at: [0, 4],
        says: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'paid', 'twu.cost': 0.5 },
        children: [
          { id: 'tokens', at: [0, 1], says: { ...gpt4o, 'gen_ai.usage.input_tokens': 1000 } },
          {
            id: 'a',
            at: [2, 4],
            says: { ...tool('payRefund'), 'twu.attribute.total': 800.5, 'twu.attribute.paid': true },
          },
          { id: 'b', at: [2, 3], says: { ...tool('checkPolicy'), 'twu.attribute.number': 'A-1' } },
        ],
      },
      {
        id: 'priced',
        at: [5, 8],
        says: { ...gpt4o, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.usage.output_tokens': 100 },
        children: [
          { id: 'silent', at: [5, 6], says: gpt4o },
          { id: 'dear', at: [6, 7], says: { ...tool('lookup'), 'twu.cost': 0.01 } },
        ],
      },
      {
        id: 'counted',
        at: [9, 11],
        says: { ...gpt4o, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.usage.output_tokens': 100 },
        children: [{ id: 'bought', at: [9, 10], says: { ...gpt4o, 'twu.cost': 0.25 } }],
      },
    ],
    operations: [
      did('chat', 0, 1, { agentId: 'paid', aiModel: 'gpt-4o', usage: { inputTokens: 1000 }, cost: 0 }),
      invoked(0, 4, { agentId: 'paid', cost: 0.5 }),
      did('checkPolicy', 2, 3, { agentId: 'paid', attributes: { number: 'A-1' } }),
      did('payRefund', 2, 4, { agentId: 'paid', attributes: { total: 800.5, paid: true } }),
      did('chat', 5, 6, { aiModel: 'gpt-4o', cost: 0 }),
      invoked(5, 8, { aiModel: 'gpt-4o', usage: { outputTokens: 100 } }),
      did('lookup', 6, 7, { cost: 0.01 }),
      did('chat', 9, 10, { aiModel: 'gpt-4o', cost: 0.25 }),
      invoked(9, 11, { aiModel: 'gpt-4o', usage: { outputTokens: 100 }, cost: 0 }),
    ],
  },
]
