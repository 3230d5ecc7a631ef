import type { ExecutionReport, WorkOperation } from '../../../spec/gen/openapi.gen.ts'
import type { KeptSpan } from '../../db/waiting-spans.ts'

/** Why a trace makes no entry. */
export type TraceRefusal = 'contradictory' | 'no_operation'

/** The report of a trace, whatever the order of its spans. */
export function toReport(
  spans: readonly KeptSpan[],
): { modelId: string; report: ExecutionReport } | { refused: TraceRefusal } {
  const sorted = spans.toSorted(byStart)
  const named = sorted.filter(({ execution }) => execution)
  const [{ execution } = {}] = named
  const isOne = named.every((span) => JSON.stringify(span.execution) === JSON.stringify(execution))
  if (!execution || !isOne) return { refused: 'contradictory' }
  const root = sorted.find(({ parent }) => parent === null)
  const [first = root] = root ? [root] : named
  const operations = toOperations(sorted)
  if (!first || operations.length === 0) return { refused: 'no_operation' }
  const { modelId, executionId, entityId } = execution
  const report = {
    id: executionId,
    title: (first.name ?? executionId).slice(0, 512).toWellFormed(),
    status: statusOf(sorted, root),
    entityId,
    relatedEntity: entityId,
    startedAt: toTime(first.start),
    operations,
  }
  return { modelId, report }
}

function statusOf(spans: readonly KeptSpan[], root: KeptSpan | undefined): 'completed' | 'failed' {
  const said = new Set(spans.map(({ status }) => status))
  if (said.has('failed')) return 'failed'
  return said.has('completed') || root?.error === undefined ? 'completed' : 'failed'
}

/**
 * Of a model call around another model call, only the inner one is an operation. The tokens, and the cost, of a span count only
 * where no span below it has any. An agent is an operation only where its own tokens or cost count.
 */
function toOperations(spans: readonly KeptSpan[]): WorkOperation[] {
  const byId = new Map(spans.map((span) => [span.id, span]))
  const aroundCalls = around(spans, byId, ({ kind }) => kind === 'call')
  const aroundTokens = around(spans, byId, hasTokens)
  const aroundCost = around(spans, byId, ({ cost = 0 }) => cost > 0)
  const aroundWork = around(spans, byId, ({ kind }) => kind === 'call' || kind === 'tool')
  return spans.flatMap((span): WorkOperation[] => {
    const { id, kind, action, aiModel, error } = span
    const usage = aroundTokens.has(id) || (kind === 'agent' && !hasTokens(span)) ? undefined : span.usage
    const cost = aroundCost.has(id) || (kind === 'agent' && span.cost === 0) ? undefined : span.cost
    const isAgentAtWork = kind === 'agent' && (usage !== undefined || cost !== undefined)
    const isOperation = isAgentAtWork || kind === 'tool' || (kind === 'call' && !aroundCalls.has(id))
    if (!isOperation || action === undefined) return []
    const agentId = span.agent ?? agentAround(span, byId)
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
        ...(error !== undefined && { attributes: { error } }),
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

/** The agent of the nearest span around a span that names one, at most 100 levels away: parents may form a circle. */
function agentAround(span: KeptSpan, byId: SpansById): string | undefined {
  let at = parentOf(span, byId)
  for (let level = 0; at && level < 100; level += 1) {
    if (at.kind === 'agent' && at.agent !== undefined) return at.agent
    at = parentOf(at, byId)
  }
  return undefined
}

function byStart(one: KeptSpan, other: KeptSpan): number {
  const [start, otherStart] = [BigInt(one.start), BigInt(other.start)]
  if (start !== otherStart) return start < otherStart ? -1 : 1
  return one.id < other.id ? -1 : 1
}

function toTime(nanos: string): string {
  return new Date(Number(BigInt(nanos) / 1_000_000n)).toISOString()
}
