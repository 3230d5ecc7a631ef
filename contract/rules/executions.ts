import type {
  ExecutionReport,
  ExecutionResult,
  WorkLedgerEntry,
  WorkLedgerOperation,
  WorkOperation,
} from '../../spec/gen/openapi.gen.ts'
import type { Fault, Query } from '../types.ts'
import { sumOfDecimals } from './decimals.ts'
import { faultIn } from './faults.ts'
import { answerList } from './list-in-memory.ts'
import { isWithoutCost, type PricedOperation } from './prices.ts'
import { payloadTooLarge } from './problems.ts'
import { agentsOf, type KnownAgents } from './shares.ts'
import type { Computed } from './twu/evaluate.ts'
import { isFinished } from './work-ledger.ts'
import * as refusals from './refusals.ts'

/** What is stored of an execution that was reported before, or of an imported entry with this id. */
export interface StoredExecution {
  /** Null for an imported entry. */
  reportedBy: string | null
  modelId: string | null
  modelVersion: number | null
  status: WorkLedgerEntry['status']
  createdAt: string
  updatedAt: string
  /** A text that is equal for equal reports. */
  sent: string | null
}

/** What decides about the next report of an execution. */
export type Known = Omit<StoredExecution, 'createdAt' | 'updatedAt'>

/** A report, by whom it comes, and what is equal for equal reports. */
export interface SentExecution {
  modelId: string
  report: ExecutionReport
  reportedBy: string
  sent: string
}

/** Names that are paths below the work ledger, so that no entry can have them as id. */
export const idsOfPaths: ReadonlySet<string> = new Set(['summary', 'export'])

const mostBytes = 1024 * 1024
const mostOfSum = 1_000_000_000_000

/** The refusal of a report that keeps to the contract and can be no entry; null for every other one. */
export function checkReport(report: ExecutionReport) {
  const { id, operations } = report
  const faults: Fault[] = []
  if (idsOfPaths.has(id)) faults.push(faultIn('body', '/id', 'reserved', 'is a path of the API and cannot be an id'))
  faults.push(...findSumFaults(operations))
  for (const [at, { actor, userId, usage = {} }] of operations.entries()) {
    if (userId !== undefined && actor !== 'HUMAN')
      faults.push(faultIn('body', `/operations/${at}/userId`, 'actor', 'names a person, and the actor is AI'))
    const { inputTokens = 0, cachedInputTokens = 0, cacheWriteTokens = 0 } = usage
    if (cachedInputTokens + cacheWriteTokens > inputTokens)
      faults.push(faultIn('body', `/operations/${at}/usage/inputTokens`, 'range', 'is less than its cached parts'))
  }
  const backwards = operations.findIndex(({ startedAt, endedAt = startedAt }) => endedAt < startedAt)
  if (backwards >= 0)
    faults.push(faultIn('body', `/operations/${backwards}/endedAt`, 'range', 'is before the time of its start'))
  return faults.length === 0 ? null : refusals.invalidInput(faults)
}

/** The refusal of operations that are too dear together, by the costs that prices gave. */
export function checkPriced(operations: readonly PricedOperation[]) {
  const faults = findSumFaults(operations)
  return faults.length === 0 ? null : refusals.invalidInput(faults)
}

function findSumFaults(operations: readonly WorkOperation[]): Fault[] {
  return (['cost', 'activeTime'] as const).flatMap((field) => {
    if (sumOfDecimals(operations.map((operation) => operation[field] ?? 0)) <= mostOfSum) return []
    return faultIn('body', '/operations', 'maximum', `have more than ${mostOfSum} as ${field} together`)
  })
}

/** The refusal of a report in which an agent of the instance does what its type does not; null for every other one. */
export function checkAgents({ operations }: ExecutionReport, agents: KnownAgents) {
  const faults = operations.flatMap(({ agentId = '', actor }, at): Fault[] => {
    const type = agents.get(agentId)?.type ?? actor
    const text = `is ${type === 'AI' ? 'an AI' : 'a human'} agent, and the actor is ${actor}`
    return type === actor ? [] : [faultIn('body', `/operations/${at}/agentId`, 'actor', text)]
  })
  return faults.length === 0 ? null : refusals.invalidInput(faults)
}

/** In a batch, where the limit of the body is that of all reports. */
export function checkSize(report: ExecutionReport) {
  if (new TextEncoder().encode(JSON.stringify(report)).length <= mostBytes) return null
  return payloadTooLarge(mostBytes)
}

/** Whether a report is taken, changes nothing, or is refused, by what is stored under its id. */
export function decide({ modelId, reportedBy, sent }: SentExecution, stored: Known | undefined) {
  if (!stored) return 'taken'
  if (stored.reportedBy !== reportedBy || stored.modelId !== modelId) return refusals.executionIdTaken
  if (stored.sent === sent) return 'unchanged'
  return isFinished(stored) ? refusals.executionFinished : 'taken'
}

/** The version by which a report is computed, or why there is none. */
export function chooseVersion(
  { report }: SentExecution,
  stored: Known | undefined,
  model: { publishedVersion: number | null } | undefined,
) {
  if (!model) return refusals.twuModelNotFound
  return stored?.modelVersion ?? report.version ?? model.publishedVersion ?? refusals.versionNotPublished
}

/** The entry of an execution, as the model computes it. Its times are the database's. */
export function toEntry(
  { modelId, report }: Pick<SentExecution, 'modelId' | 'report'>,
  { name, version }: { name: string; version: number },
  { outcomes, policies, policyStatus, actors, activeTime, cost }: Computed,
  times: Pick<WorkLedgerEntry, 'createdAt' | 'updatedAt'>,
  agents: KnownAgents,
): WorkLedgerEntry {
  const { id, title, description = '', status, entityId, relatedEntity, startedAt } = report
  const withoutCost = report.operations.filter(isWithoutCost).length
  return {
    id,
    title,
    description,
    type: 'TWU',
    status,
    ...times,
    entityId,
    relatedEntity,
    actors: [...actors],
    activeTime,
    cost,
    policyStatus,
    modelName: name,
    modelId,
    modelVersion: version,
    startedAt,
    outcomes: keepShort(outcomes),
    missedPolicies: policies.filter(({ isMet }) => isMet !== true).map((policy) => policy.name),
    ...agentsOf(report.operations, agents),
    ...(withoutCost > 0 && { withoutCost }),
  }
}

/** Lists show the outcomes of 200 entries, so the texts of an entry must be short together. */
export function keepShort(outcomes: Computed['outcomes']): Computed['outcomes'] {
  let left = 16 * 1024
  return outcomes.map((outcome) => {
    left -= new TextEncoder().encode(JSON.stringify(outcome)).length
    if (left >= 0) return outcome
    const message = 'The outcome is not kept: those of this execution are too long together.'
    return { ...outcome, value: null, type: null, fault: { message, start: 0, end: 0 } }
  })
}

/** A page of the operations of an entry, which are in memory: there are 1,000 at most. */
export function listOperations(
  operations: readonly PricedOperation[],
  { instanceId, entryId }: { instanceId: string; entryId: string },
  query: Query<'listWorkLedgerOperations'>,
) {
  const items = operations.map(({ costFrom, ...operation }, at): WorkLedgerOperation => {
    return { position: at + 1, operation, ...(operation.cost !== undefined && { costFrom: costFrom ?? 'reported' }) }
  })
  return answerList({ scope: ['operations', instanceId, entryId], items, idOf: ({ position }) => position }, query)
}

/** Whether a person should look at an entry: the change is recorded then. */
export function isFlagged(entry: Pick<WorkLedgerEntry, 'status' | 'policyStatus'>): boolean {
  return isFinished(entry) && entry.policyStatus !== 'compliant'
}

/** Why a report is not taken. */
export type ReportRefusal =
  | NonNullable<ReturnType<typeof checkReport>>
  | Exclude<ReturnType<typeof decide>, string>
  | Exclude<ReturnType<typeof chooseVersion>, number>
  | ReturnType<typeof refusals.twuModelVersionNotFound>
  | typeof notTaken

interface ReportAnswer {
  status: number
  body?: Pick<WorkLedgerEntry, 'policyStatus'>
  problem?: { code: string; detail: string; errors?: readonly Fault[] }
}

export function toExecutionResult(id: string, { status, body, problem }: ReportAnswer): ExecutionResult {
  const { code = null, detail = null, errors = [] } = problem ?? {}
  return { id, status, policyStatus: body?.policyStatus ?? null, code, detail, errors: [...errors].slice(0, 20) }
}

/** What a batch says of a report for which there was no time. */
export const notTaken = refusals.refuse(503, 'not_taken', 'There was no time left for this report. Send it again.')
