import type { ExecutionReport, WorkOperation } from '../../../spec/gen/openapi.gen.ts'
import type { KeptSpan } from '../../db/waiting-spans.ts'

/** The report of a trace, whatever the order of its spans, or why it makes no entry. */
export function toReport(
  spans: readonly KeptSpan[],
): { modelId: string; report: ExecutionReport } | { refused: 'contradictory' | 'no_operation' | 'unknown_status' } {
  const sorted = spans.toSorted(byTime)
  const named = sorted.filter(({ execution }) => execution)
  const execution = named[0]?.execution
  const isOne = named.every((span) => JSON.stringify(span.execution) === JSON.stringify(execution))
  if (!execution || !isOne) return { refused: 'contradictory' }
  const root = sorted.find(({ parent }) => parent === null)
  const first = root ?? named[0]
  const operations = toOperations(sorted)
  if (!first || operations.length === 0) return { refused: 'no_operation' }
  const status = statusOf(sorted, root)
  if (!status) return { refused: 'unknown_status' }
  const { modelId, executionId, entityId } = execution
  const report = {
    id: executionId,
    title: (first.name ?? executionId).slice(0, 512).toWellFormed(),
    ...(status === 'failed' && root?.error !== undefined && { description: root.error }),
    status,
    entityId,
    relatedEntity: entityId,
    startedAt: toTime(first.start),
    operations,
  }
  return { modelId, report }
}

/** Null where a span says something else. */
function statusOf(spans: readonly KeptSpan[], root: KeptSpan | undefined): 'completed' | 'failed' | null {
  const said = spans.flatMap(({ status }) => status ?? [])
  if (said.some((status) => status !== 'completed' && status !== 'failed')) return null
  if (said.includes('failed')) return 'failed'
  return said.length > 0 || root?.error === undefined ? 'completed' : 'failed'
}

/**
 * Of a model call around another model call, only the inner one is an operation. The tokens, and the cost, of a span count only
 * where no span below it has any. An agent is an operation only where its own tokens or cost count: those of the models below
 * it are in them, so no price is added for these. Nor is one for an agent where a model below it says its cost.
 */
function toOperations(spans: readonly KeptSpan[]): WorkOperation[] {
  const byId = new Map(spans.map((span) => [span.id, span]))
  const aroundCalls = around(spans, byId, ({ kind }) => kind === 'call')
  const aroundTokens = around(spans, byId, hasTokens)
  const aroundCost = around(spans, byId, ({ cost = 0 }) => cost > 0)
  const aroundPaid = around(spans, byId, ({ kind, cost = 0 }) => kind !== 'tool' && cost > 0)
  const aroundWork = around(spans, byId, ({ kind }) => kind === 'call' || kind === 'tool')
  const usageOf = (span: KeptSpan) =>
    aroundTokens.has(span.id) || (span.kind === 'agent' && !hasTokens(span)) ? undefined : span.usage
  const costOf = ({ id, kind, cost }: KeptSpan) =>
    aroundCost.has(id) || (kind === 'agent' && cost === 0) ? undefined : cost
  const isAgentAtWork = (span: KeptSpan) =>
    span.kind === 'agent' && (usageOf(span) !== undefined || costOf(span) !== undefined)
  return spans.flatMap((span): WorkOperation[] => {
    const { id, kind, action, aiModel, error } = span
    const isOperation = isAgentAtWork(span) || kind === 'tool' || (kind === 'call' && !aroundCalls.has(id))
    if (!isOperation || action === undefined) return []
    const usage = usageOf(span)
    const agents = spansAbove(span, byId).filter((above) => above.kind === 'agent')
    const isInCosts = aroundPaid.has(id) || agents.some(isAgentAtWork)
    const cost = costOf(span) ?? (isInCosts && (usage ?? aiModel) !== undefined ? 0 : undefined)
    const agentId = span.agent ?? agents.find(({ agent }) => agent !== undefined)?.agent
    const attributes = { ...span.attributes, ...(error !== undefined && { error }) }
    const seconds = Number(BigInt(span.end) - BigInt(span.start)) / 1e9
    return [
      {
        action,
        actor: 'AI',
        ...(agentId !== undefined && { agentId }),
        ...(aiModel !== undefined && { aiModel }),
        ...(usage && { usage }),
        // The time of an agent is that of what it did, where that is known.
        ...(!(kind === 'agent' && aroundWork.has(id)) && { activeTime: seconds }),
        ...(cost !== undefined && { cost }),
        startedAt: toTime(span.start),
        endedAt: toTime(span.end),
        ...(Object.keys(attributes).length > 0 && { attributes }),
      },
    ]
  })
}

function hasTokens({ usage = {} }: KeptSpan): boolean {
  return Object.values(usage).some((count) => count > 0)
}

type SpansById = ReadonlyMap<string, KeptSpan>

function parentOf(span: KeptSpan, byId: SpansById): KeptSpan | undefined {
  return span.parent === null ? undefined : byId.get(span.parent)
}

/** The ids of the spans around those for which `isMet` holds. Parents may form a circle, which ends it. */
function around(spans: readonly KeptSpan[], byId: SpansById, isMet: (span: KeptSpan) => boolean): ReadonlySet<string> {
  const found = new Set<string>()
  for (const span of spans.filter(isMet))
    for (let at = parentOf(span, byId); at && !found.has(at.id); at = parentOf(at, byId)) found.add(at.id)
  return found
}

/** The spans around a span, the nearest first, at most 100: parents may form a circle. */
function spansAbove(span: KeptSpan, byId: SpansById): KeptSpan[] {
  const found: KeptSpan[] = []
  for (let at = parentOf(span, byId); at && found.length < 100; at = parentOf(at, byId)) found.push(at)
  return found
}

/** Of spans that begin together, the one that ended first is the first. */
function byTime(one: KeptSpan, other: KeptSpan): number {
  const apart = BigInt(one.start) - BigInt(other.start) || BigInt(one.end) - BigInt(other.end)
  if (apart !== 0n) return apart < 0n ? -1 : 1
  return one.id < other.id ? -1 : 1
}

function toTime(nanos: string): string {
  return new Date(Number(BigInt(nanos) / 1_000_000n)).toISOString()
}
