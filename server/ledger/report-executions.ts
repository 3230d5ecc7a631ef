import { createHash } from 'node:crypto'
import {
  checkAgents,
  checkPriced,
  checkReport,
  chooseVersion,
  decide,
  isFlagged,
  notTaken,
  toEntry,
  type Known,
  type ReportRefusal,
  type SentExecution,
  type StoredExecution,
} from '../../contract/rules/executions.ts'
import { describeValue } from '../../contract/rules/payload.ts'
import { groupPrices, modelsToPrice, priceOperations, type PricedOperation } from '../../contract/rules/prices.ts'
import { internalError } from '../../contract/rules/problems.ts'
import { busy, twuModelVersionNotFound, versionNotPublished } from '../../contract/rules/refusals.ts'
import type { Computed } from '../../contract/rules/twu/evaluate.ts'
import type { KnownAgents } from '../../contract/rules/shares.ts'
import { timeAfter } from '../../contract/rules/work-ledger.ts'
import type { ExecutionReport, WorkLedgerEntry } from '../../spec/gen/openapi.gen.ts'
import type { AccessRefusal } from '../access/refusals.ts'
import type { Context } from '../contract/operation.ts'
import { findAgents } from '../db/agents.ts'
import { isValueRefused } from '../db/connection/pool.ts'
import type { Database } from '../db/database.ts'
import { findExecutions, findPublishedVersions, saveExecutions } from '../db/executions.ts'
import { findPrices } from '../db/model-prices.ts'
import { readTime } from '../db/query/query.ts'
import { recording, type RecordedChange } from '../db/query/recorded.ts'
import { findTwuModelVersions, type TwuModelVersionRow } from '../db/twu-model-versions.ts'
import { findWorkLedgerEntries, toRecorded, toWorkLedgerEntry, toWorkLedgerRow } from '../db/work-ledger-entries.ts'
import { deleteShares, insertShares, toEntryShares } from '../db/work-ledger-shares.ts'
import { deleteEntries, insertEntries, lockLedger } from '../db/work-ledger-writes.ts'

/** So many versions of models are read for a batch: each may have 256 KiB. */
const mostVersions = 20

export type Reported = ReportRefusal | typeof internalError | { status: 200 | 201; body: WorkLedgerEntry }

/** A report that is refused, or its operations with the costs that prices gave, the version that computes them, and what it computes. */
type Prepared = ReportRefusal | { operations: PricedOperation[]; version: TwuModelVersionRow; computed: Computed }

/** What a request, or the job of a trace, has for it. */
export type ReportContext = Pick<Context, 'db' | 'origin' | 'reauthorize' | 'reportEvaluator' | 'log'>

export function toSent(
  modelId: string,
  report: ExecutionReport,
  { subject }: Pick<Context['caller'], 'subject'>,
): SentExecution {
  const hash = createHash('sha256').update(describeValue([modelId, report]))
  return { modelId, report, reportedBy: subject, sent: hash.digest('base64url') }
}

/**
 * Takes reports in their order, and answers each; or refuses all. A report that the database refuses, which no check foresees, is
 * found by halves: it hinders no other.
 */
export async function reportExecutions(context: ReportContext, reports: readonly SentExecution[]): Promise<Answers> {
  try {
    return await takeTogether(context, reports)
  } catch (error) {
    if (!isValueRefused(error)) throw error
    if (reports.length < 2) {
      context.log.error({ requestId: context.origin.requestId, err: error }, 'report failed')
      return [internalError]
    }
    const half = Math.ceil(reports.length / 2)
    const first = await reportExecutions(context, reports.slice(0, half))
    if ('status' in first) return first
    const second = await reportExecutions(context, reports.slice(half))
    return 'status' in second ? second : [...first, ...second]
  }
}

type Answers = Reported[] | AccessRefusal | typeof busy

/** Models are evaluated before the transaction, which makes all other writers of the ledger wait. */
async function takeTogether(context: ReportContext, reports: readonly SentExecution[]): Promise<Answers> {
  const { db, origin, reauthorize } = context
  const prepared = await prepare(context, reports)
  if (!prepared) return busy
  return recording(db, origin, async (transaction, record) => {
    await lockLedger(transaction, origin.instanceId)
    const refused = await reauthorize(transaction)
    if (refused) return refused
    const stored = await findExecutions(transaction, origin.instanceId, idsOf(reports))
    const agents = await findAgents(transaction, origin.instanceId, agentIdsOf(reports))
    const { answers, taken } = decideAll(reports, prepared, { stored, agents }, await readTime(transaction))
    await write(transaction, origin.instanceId, [...taken.values()], { stored, agents })
    for (const { entry } of taken.values()) if (isFlagged(entry)) record(toFlag(entry))
    return fillUnchanged(transaction, origin.instanceId, reports, answers, taken)
  })
}

/** Null when the service has no thread left for it. */
async function prepare({ db, origin, reportEvaluator }: ReportContext, reports: readonly SentExecution[]) {
  const { instanceId } = origin
  const stored = await findExecutions(db, instanceId, idsOf(reports))
  const models = await findPublishedVersions(db, instanceId, [...new Set(reports.map(({ modelId }) => modelId))])
  const keys = new Map<string, { modelId: string; version: number }>()
  for (const each of reports) {
    const version = chooseVersion(each, stored.get(each.report.id), models.get(each.modelId))
    if (typeof version !== 'number' || keys.size === mostVersions) continue
    keys.set(`${each.modelId} ${version}`, { modelId: each.modelId, version })
  }
  const versions = await findTwuModelVersions(db, instanceId, [...keys.values()])
  const places = new Map(versions.map(({ model_id, version }, at) => [`${model_id} ${version}`, at]))
  // One statement for the AI models whose costs are not reported, and none where all are.
  const unpriced = modelsToPrice(reports.flatMap(({ report }) => report.operations))
  const prices = groupPrices(await findPrices(db, instanceId, unpriced))
  const evaluated: { at: number; model: number; operations: PricedOperation[] }[] = []
  // Each report meets what those before it in the batch have left.
  const known = new Map<string, Known>(stored)
  const prepared = reports.map((each, at): Prepared => {
    const { modelId, report } = each
    const before = known.get(report.id)
    if (checkReport(report) || decide(each, before) !== 'taken') return notTaken
    const version = chooseVersion(each, before, models.get(modelId))
    if (typeof version !== 'number') return version
    const key = `${modelId} ${version}`
    const model = places.get(key)
    if (model === undefined) return keys.has(key) ? twuModelVersionNotFound(version) : notTaken
    if (versions[model]?.status === 'DRAFT') return versionNotPublished
    const operations = priceOperations(report.operations, prices)
    const tooDear = checkPriced(operations)
    if (tooDear) return tooDear
    evaluated.push({ at, model, operations })
    known.set(report.id, { ...each, status: report.status, modelVersion: version })
    return notTaken
  })
  const definitions = versions.map((version) => ({ ...version, cases: [] }))
  const results = evaluated.length > 0 ? await reportEvaluator.compute(definitions, evaluated) : []
  for (const [index, computed] of (results ?? []).entries()) {
    const { at = -1, model = -1, operations = [] } = evaluated[index] ?? {}
    const version = versions[model]
    if (version) prepared[at] = { operations, version, computed }
  }
  return results && prepared
}

/** Decides by what is stored now, and keeps the last state of each execution. An answer is null where a report changes nothing. */
function decideAll(
  reports: readonly SentExecution[],
  prepared: readonly Prepared[],
  { stored, agents }: Present,
  time: string,
) {
  const known = new Map(stored)
  const taken = new Map<string, Taken>()
  const answers = reports.map((each, at): Reported | null => {
    const { id } = each.report
    const before = known.get(id)
    const decided = checkReport(each.report) ?? decide(each, before)
    if (decided === 'unchanged') return null
    if (decided !== 'taken') return decided
    const contradicts = checkAgents(each.report, agents)
    if (contradicts) return contradicts
    const ready = prepared[at] ?? notTaken
    if (!('computed' in ready)) return ready
    const { operations, version, computed } = ready
    // Another report was first meanwhile, with another version.
    if (before && before.modelVersion !== version.version) return notTaken
    const times = { createdAt: before?.createdAt ?? time, updatedAt: before ? timeAfter(time, before) : time }
    const execution = { ...each, report: { ...each.report, operations } }
    const entry = toEntry(execution, version, computed, times, agents)
    known.set(id, { ...each, ...entry, modelVersion: version.version })
    taken.set(id, { entry, execution })
    return { status: before ? 200 : 201, body: entry }
  })
  return { answers, taken }
}

/** What the instance has when the reports are taken. */
interface Present {
  stored: ReadonlyMap<string, StoredExecution>
  agents: KnownAgents
}

interface Taken {
  entry: WorkLedgerEntry
  execution: SentExecution
}

async function write(
  transaction: Database,
  instanceId: string,
  taken: readonly Taken[],
  { stored, agents }: Present,
): Promise<void> {
  if (taken.length === 0) return
  const replaced = taken.map(({ entry }) => entry.id).filter((id) => stored.has(id))
  if (replaced.length > 0) {
    await deleteEntries(transaction, instanceId, replaced)
    await deleteShares(transaction, instanceId, replaced)
  }
  const rows = taken.map(({ entry, execution }) => toWorkLedgerRow(instanceId, entry, execution.reportedBy))
  await insertEntries(transaction, rows)
  const executions = taken.map(({ execution: { sent, report } }) => {
    return { id: report.id, sent, operations: report.operations }
  })
  await saveExecutions(transaction, instanceId, executions)
  const shares = taken.map(({ entry, execution: { report } }) => toEntryShares(entry, report.operations, agents))
  await insertShares(transaction, instanceId, shares)
}

function toFlag(entry: WorkLedgerEntry): RecordedChange {
  const { status, policyStatus, missedPolicies } = entry
  return { kind: 'flagged', ...toRecorded(entry), after: { status, policyStatus, missedPolicies } }
}

/** A report that changes nothing is answered with the entry as it is. */
async function fillUnchanged(
  db: Database,
  instanceId: string,
  reports: readonly SentExecution[],
  answers: readonly (Reported | null)[],
  taken: ReadonlyMap<string, Taken>,
): Promise<Reported[]> {
  const ids = idsOf(reports.filter((_report, at) => answers[at] === null))
  const rows = ids.length > 0 ? await findWorkLedgerEntries(db, instanceId, ids) : []
  const entries = new Map(rows.map((row) => [row.id, toWorkLedgerEntry(row)]))
  return reports.map(({ report: { id } }, at) => {
    const body = taken.get(id)?.entry ?? entries.get(id)
    return answers[at] ?? (body ? { status: 200, body } : notTaken)
  })
}

function agentIdsOf(reports: readonly SentExecution[]): string[] {
  const named = reports.flatMap(({ report }) => report.operations.map(({ agentId }) => agentId))
  return [...new Set(named.filter((id) => id !== undefined))]
}

function idsOf(reports: readonly SentExecution[]): string[] {
  return [...new Set(reports.map(({ report }) => report.id))]
}
