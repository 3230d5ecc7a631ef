import { setImmediate } from 'node:timers/promises'
import type { Fault } from '../../../contract/types.ts'
import { checkSize, type SentExecution } from '../../../contract/rules/executions.ts'
import { invalidInput } from '../../../contract/rules/refusals.ts'
import { inTransactionOf, openQueue, runJob, type Jobs } from '../../db/connection/jobs.ts'
import type { Database } from '../../db/database.ts'
import { serviceOrigin } from '../../db/query/recorded.ts'
import {
  closeDueTraces,
  deleteOldTraces,
  emptyTraces,
  findWaitingSpans,
  listInstancesWithTraces,
  lockWaiting,
  type ClosedTrace,
  type KeptSpan,
} from '../../db/waiting-spans.ts'
import { forEachInstance } from '../../lib/for-each-instance.ts'
import { inBatches } from '../../lib/in-batches.ts'
import { currentSpan, type TraceHeaders } from '../../telemetry/span.ts'
import { reportExecutions, toSent, type ReportContext } from '../report-executions.ts'
import { toReport } from './report.ts'

/** So long after its last span a trace is reported. */
const quietMs = 10_000
/** Traces that a killed server had closed are reported by the job that is done again, or by that of a sweep. */
const silentMs = 30_000
const longestWaitMs = 15 * 60_000

/** Starts the jobs that report traces, and returns what enqueues them, and what looks after traces that no job has any more. */
export async function startTraces(jobs: Jobs, context: TraceContext) {
  const { boss, pace } = jobs
  // At most one job of an instance and second waits.
  // The job of a killed server keeps the others of its instance from beginning until then.
  await openQueue(boss, queueName, 'short', { expireInSeconds: pace.leaseSeconds })
  await boss.work<TraceJob>(
    queueName,
    { localConcurrency: 2, groupConcurrency: 1, pollingIntervalSeconds: pace.pollSeconds },
    ([job]) => runJob(jobs, job, async (signal) => job && completeTraces(context, job.data.instanceId, signal)),
  )
  const enqueue: TraceQueue['enqueue'] = async (transaction, instanceId, time) => {
    const second = Math.ceil((time.getTime() + quietMs) / 1000)
    const data: TraceJob = { instanceId, trace: currentSpan()?.headers() }
    await boss.send(queueName, data, {
      startAfter: new Date(second * 1000),
      singletonKey: `${instanceId}/${second}`,
      group: { id: instanceId },
      db: inTransactionOf(transaction),
    })
  }
  const count: TraceQueue['count'] = (outcome, spans) => context.metrics.countSpans(outcome, spans)
  return { traceQueue: { enqueue, count }, sweep: (signal: AbortSignal) => sweepTraces(context, enqueue, signal) }
}

/** Reports the traces of an instance that are due, each once. */
export async function completeTraces(context: TraceContext, instanceId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await context.db.transaction(async (transaction) => {
      const time = await lockWaiting(transaction, instanceId)
      const [quietSince, silentSince] = [msBefore(time, quietMs), msBefore(time, silentMs)]
      return closeDueTraces(transaction, instanceId, { time, quietSince, silentSince })
    })
    if (due.length === 0) return
    await reportTraces(context, instanceId, due)
  }
}

/** Other requests have their turns in between. Throws when there was no time for some, which then count as those of a killed server. */
async function reportTraces(context: TraceContext, instanceId: string, due: readonly ClosedTrace[]): Promise<void> {
  const { db, log, metrics, reportEvaluator } = context
  const ids = due.map(({ trace_id }) => trace_id)
  const spans = await findWaitingSpans(db, instanceId, ids)
  const made = []
  for (const { trace_id: id, reported_by: subject } of due) {
    const kept = spans.get(id) ?? []
    made.push({ id, execution: kept.find(({ execution }) => execution)?.execution, ...make(kept, subject, context) })
    await setImmediate()
  }
  const sent = made.filter((one) => 'sent' in one)
  const refused = made.filter((one) => 'refused' in one)
  const origin = serviceOrigin(instanceId, 'exportTraces')
  const reporting = { db, log, origin, reportEvaluator, reauthorize: async () => null }
  const reports = sent.map((one) => one.sent)
  const answers = await reportExecutions(reporting, reports)
  const reported: string[] = []
  for (const [at, { id, execution }] of sent.entries()) {
    const answer = 'status' in answers ? answers : answers[at]
    if (!answer || answer.status === 503) continue
    if ('problem' in answer)
      refused.push({ id, execution, refused: answer.problem.code, detail: answer.problem.detail })
    else reported.push(id)
  }
  for (const { id: traceId, ...reason } of refused) log.warn({ instanceId, traceId, ...reason }, 'a trace was refused')
  const ended = [...reported, ...refused.map(({ id }) => id)]
  await db.transaction(async (transaction) => {
    await emptyTraces(transaction, instanceId, ended, await lockWaiting(transaction, instanceId))
  })
  metrics.countTraces('refused', refused.length)
  metrics.countTraces('reported', reported.length)
  if (ended.length < due.length) throw new Error('There was no time for some traces.')
}

type Made = { sent: SentExecution } | { refused: string; detail?: string }

/** The report of a trace, as the contract has it, or why there is none. */
function make(spans: readonly KeptSpan[], subject: string, { findFaults }: TraceContext): Made {
  const made = toReport(spans)
  if ('refused' in made) return made
  const { modelId, report } = made
  const faults = findFaults(report)
  const refusal = faults.length > 0 ? invalidInput(faults) : checkSize(report)
  if (refusal) return { refused: refusal.problem.code, detail: refusal.problem.detail }
  return { sent: toSent(modelId, report, { subject }) }
}

/** Drops what has waited for too long, and enqueues a job for what another has left. */
async function sweepTraces({ db, metrics }: TraceContext, enqueue: TraceQueue['enqueue'], signal: AbortSignal) {
  const sweep = async (instanceId: string) => {
    // At once, as for spans of long ago.
    await db.transaction((transaction) => enqueue(transaction, instanceId, new Date(0)))
    const dropSome = (limit: number) =>
      db.transaction(async (transaction) => {
        const before = msBefore(await lockWaiting(transaction, instanceId), longestWaitMs)
        const { traces, spans } = await deleteOldTraces(transaction, instanceId, before, limit)
        metrics.countSpans('dropped', spans)
        return traces
      })
    await inBatches(dropSome, signal)
  }
  const message = 'The traces of some instances wait for longer.'
  await forEachInstance(await listInstancesWithTraces(db), sweep, { signal, message })
}

function msBefore(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms)
}

const queueName = 'complete-traces'

interface TraceJob {
  instanceId: string
  trace: TraceHeaders | undefined
}

export interface TraceQueue {
  /** Enqueues the job that reports traces to which spans were added at this time, once `transaction` commits. */
  enqueue(transaction: Database, instanceId: string, time: Date): Promise<void>
  count: TraceMetrics['countSpans']
}

export interface TraceContext extends Pick<ReportContext, 'db' | 'log' | 'reportEvaluator'> {
  metrics: TraceMetrics
  /** What breaks the contract of a report. */
  findFaults: (report: unknown) => Fault[]
}

export interface TraceMetrics {
  countSpans(outcome: 'taken' | 'invalid' | 'late' | 'tooMany' | 'dropped', spans: number): void
  countTraces(outcome: 'reported' | 'refused', traces: number): void
}
