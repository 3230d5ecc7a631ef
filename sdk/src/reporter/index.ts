/** The entry point for programs that do the work. An app that shows it does not load this. */
import type { ExecutionReportOfModel, Fault, WorkOperation } from '../../../spec/gen/openapi.gen.ts'
import { newKey } from '../ids.ts'
import type { Executions } from '../operations.gen.ts'
import { trust } from '../trust.ts'
import { createQueue, read, type DropReason, type ReporterOptions, type WaitingReport } from './queue.ts'

export type { DropReason, ExecutionReportOfModel, Fault, ReporterOptions, WorkOperation }

/** What an execution is about, as in `executions.report`. */
export interface ExecutionStart extends Omit<ExecutionReportOfModel, 'id' | 'startedAt' | 'status' | 'operations'> {
  /** At most 64 letters, digits, `-` and `_`. Take that of the job, if the job may be done again. Default: 128 random bits. */
  id?: string | undefined
  /** Default: now. */
  startedAt?: string | undefined
}

/**
 * What was done. Without `startedAt` it began when the one before ended, or at its own end if that is earlier; without
 * `endedAt` it ends now.
 */
export interface DoneOperation extends Omit<WorkOperation, 'startedAt' | 'endedAt'> {
  startedAt?: string | undefined
  endedAt?: string | undefined
}

/** The methods return at once and send nothing themselves. They throw when the execution is finished, and for what is no JSON. */
export interface Execution {
  readonly id: string
  /** Adds what was done, 1,000 times at most. */
  did(operation: DoneOperation): void
  /** Reports what was done so far, as `in_progress`. A report of this execution that still waits is replaced. */
  progress(): void
  /** Reports the execution as `completed`. It needs at least one operation. */
  complete(): void
  /** Reports the execution as `failed`. It needs at least one operation. */
  fail(): void
}

/** `await using` closes it, too, where the runtime knows that. */
export type Reporter = ReporterMethods & AsyncDisposal

export interface ReporterMethods {
  /** Begins an execution. Nothing is sent before one of its reports. */
  start(about: ExecutionStart): Execution
  /**
   * Reports executions that are not finished as `in_progress`, and resolves when every report was taken or dropped. After
   * `timeoutMs` milliseconds (default: 20,000) what is left is dropped, as is what is reported later. Never rejects.
   */
  close(timeoutMs?: number): Promise<void>
}

/** Only where the app's own TypeScript settings have the symbol. */
type AsyncDisposal = SymbolConstructor extends { readonly asyncDispose: infer Name extends symbol }
  ? Record<Name, () => Promise<void>>
  : unknown

/**
 * Gathers what executions do, and reports it in batches, one at a time. The token needs the role Recorder. After a lost
 * answer, 401, 408, 429, 5xx and `not_taken` the same reports are sent again, until they are taken, with growing waits that
 * are at least as long as `Retry-After` asks. Nothing is kept on disk: a process that is killed, or a page that is left,
 * loses what waits, and what was not reported yet. A process does not end by itself while reports wait.
 * @example
 * const reporter = createReporter(acme, { onDropped: ({ id }, { code, detail }) => console.error(id, code, detail) })
 * const execution = reporter.start({ modelId, id: job.id, title: job.title, entityId: job.order, relatedEntity: job.title })
 * execution.did({ action: 'checkPolicy', actor: 'AI', activeTime: 1.2, cost: 0.02 })
 * execution.complete()
 * await reporter.close()
 */
export function createReporter(instance: { executions: Executions }, options: ReporterOptions): Reporter {
  const queue = createQueue(instance.executions, options)
  const unfinished = new Set<Execution>()
  let closing: Promise<void> | null = null
  const close = (timeoutMs = 20_000) => {
    if (!closing) for (const execution of unfinished) execution.progress()
    return (closing ??= queue.close(timeoutMs))
  }
  const methods: ReporterMethods = {
    start(given) {
      const { id = newKey(), startedAt = now(), ...about } = copyOf(given)
      const operations: WorkOperation[] = []
      let endedBefore = startedAt
      let waiting: WaitingReport | null = null
      const refuseFinished = () => {
        if (!unfinished.has(execution)) throw new Error(`The execution "${id}" is finished.`)
      }
      const report = (status: 'in_progress' | 'completed' | 'failed') => {
        refuseFinished()
        waiting = queue.put({ ...about, id, startedAt, status, operations }, waiting)
        if (status !== 'in_progress') unfinished.delete(execution)
      }
      const execution: Execution = {
        id,
        did({
          endedAt = now(),
          // Not compared as texts, which may have other offsets.
          startedAt = Date.parse(endedBefore) < Date.parse(endedAt) ? endedBefore : endedAt,
          ...operation
        }) {
          refuseFinished()
          operations.push(copyOf({ ...operation, startedAt, endedAt }))
          endedBefore = endedAt
        },
        progress: () => (operations.length > 0 ? report('in_progress') : refuseFinished()),
        complete: () => report('completed'),
        fail: () => report('failed'),
      }
      unfinished.add(execution)
      return execution
    },
    close,
  }
  const { asyncDispose } = trust<{ asyncDispose?: symbol }>(Symbol)
  return trust(asyncDispose ? { ...methods, [asyncDispose]: () => close() } : methods)
}

/** As it is sent, whatever the program does with its objects. Throws TypeError for what is no JSON. */
function copyOf<Json>(value: Json): Json {
  return trust(read(JSON.stringify(value)))
}

function now(): string {
  return new Date().toISOString()
}
