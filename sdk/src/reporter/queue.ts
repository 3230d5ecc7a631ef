import type { ExecutionReportOfModel, ExecutionResult, Fault } from '../../../spec/gen/openapi.gen.ts'
import type { ApiError } from '../errors.ts'
import type { Executions } from '../operations.gen.ts'
import { trust } from '../trust.ts'
import { pause, retryDelay, within } from '../wait.ts'

export interface ReporterOptions {
  /**
   * Called once for each report that is given up, with why: the service refused it for good, or failed three times at it alone
   * (`internal_error`), the buffer was full, or the reporter was closed. Nothing else is ever dropped.
   */
  onDropped: (report: ExecutionReportOfModel, reason: DropReason) => void
  /** Milliseconds for which a report waits for others before a batch is sent. A full batch waits for none. Default: 1,000. */
  waitMs?: number | undefined
  /** The most bytes of reports that wait or are being sent. Beyond it a new report is dropped. Default: 33,554,432 (32 MiB). */
  maxBytes?: number | undefined
}

export interface DropReason {
  /** The code of the service's refusal, such as `execution_finished` or `role_missing`; or `buffer_full`, or `closed`. */
  code: string
  /** What to do, in words. */
  detail: string
  /** The fields at fault. The pointers lead into the report. */
  errors: readonly Fault[]
}

/** A report as text: what is sent again must be the same, whatever the program has done with its objects since. */
export interface WaitingReport {
  text: string
  bytes: number
  /** Whether the service may have it. */
  isSent: boolean
  /** How often the service failed at it alone. */
  failures: number
}

/** What the service takes in one request. */
const mostReports = 1000
const mostBytes = 4 * 1024 * 1024

/** Reports in the order in which they were put in. One batch is sent at a time. */
export function createQueue(
  executions: Executions,
  { onDropped, waitMs = 1000, maxBytes = 32 * 1024 * 1024 }: ReporterOptions,
) {
  const waiting: WaitingReport[] = []
  let heldBytes = 0
  /** What a proxy takes, and less for a moment after a failure of the service. */
  let usualBytes = mostBytes
  let batchBytes = mostBytes
  let failure = ''
  let gathering = new AbortController()
  let isClosed = false
  const end = new AbortController()
  let sending: Promise<void> | null = null

  return {
    /** Throws TypeError for what is no JSON. `before` is the last report of the same execution, which is replaced if it waits. */
    put(report: ExecutionReportOfModel, before: WaitingReport | null): WaitingReport | null {
      const text = JSON.stringify(report)
      const bytes = new TextEncoder().encode(text).length
      const replaced = before?.isSent === false ? before : null
      const grownBy = bytes - (replaced?.bytes ?? 0)
      if (isClosed || heldBytes + grownBy > maxBytes) {
        const full = `It does not fit into maxBytes, ${maxBytes}, beside what waits.`
        drop(text, isClosed ? ownReason('closed', 'The reporter is closed.') : ownReason('buffer_full', full))
        return before
      }
      heldBytes += grownBy
      const one = Object.assign(replaced ?? { isSent: false, failures: 0 }, { text, bytes })
      if (!replaced) waiting.push(one)
      sending ??= sendAll()
      if (isFull()) gathering.abort()
      return one
    },

    async close(timeoutMs: number): Promise<void> {
      isClosed = true
      gathering.abort()
      await within(async () => sending, { ms: timeoutMs, late: '' }).catch(() => end.abort())
      await sending
    },
  }

  function isFull(): boolean {
    return waiting.length >= mostReports || heldBytes >= batchBytes
  }

  async function sendAll(): Promise<void> {
    let attempt = 0
    let answer: Response | undefined
    while (waiting.length > 0 && !end.signal.aborted) {
      await (attempt === 0 ? gather() : pause(retryDelay(answer, attempt), end.signal).catch(() => {}))
      const batch = takeBatch()
      const outcome = await send(batch)
      answer = outcome.answer
      waiting.unshift(...outcome.left)
      attempt = outcome.left.length < batch.length ? 0 : attempt + 1
    }
    for (const one of waiting.splice(0)) give(one, ownReason('closed', unheard))
    sending = null
  }

  async function gather(): Promise<void> {
    if (isClosed || isFull() || waiting[0]?.isSent) return
    gathering = new AbortController()
    await pause(waitMs, gathering.signal).catch(() => {})
  }

  function takeBatch(): WaitingReport[] {
    // The brackets, and a comma for each.
    let bytes = 1
    const beyond = waiting.findIndex(
      (one, at) => at === mostReports || ((bytes += one.bytes + 1) > batchBytes && at > 0),
    )
    const batch = waiting.splice(0, beyond === -1 ? waiting.length : beyond)
    for (const one of batch) one.isSent = true
    return batch
  }

  /** Returns the reports that are to be sent again. */
  async function send(batch: WaitingReport[]): Promise<{ left: WaitingReport[]; answer?: Response | undefined }> {
    try {
      const reports = batch.map(({ text }) => read(text))
      const { results } = await executions.reportMany(reports, { maxRetries: 0, signal: end.signal })
      failure = ''
      batchBytes = usualBytes
      return { left: batch.filter((one, at) => !settle(one, results[at])) }
    } catch (error) {
      const failed = trust<Partial<ApiError>>(error ?? {})
      const { code = '', status = 0, detail = '', errors = [] } = failed
      const half = batch.reduce((sum, { bytes }) => sum + bytes, 0) / 2
      if (status === 413 && batch.length > 1) {
        // A proxy takes less than the service does.
        usualBytes = batchBytes = half
        return { left: batch }
      }
      // What a proxy answers in place of the service says nothing about the reports.
      const isOfProxy = code === 'unexpected_answer' && status !== 413
      if (isTransient(status) || isOfProxy) {
        if (!end.signal.aborted) failure = failed.message ?? String(error)
        // One of them may be why the service fails: it is found by halves, so that it keeps back no other.
        if (code === internalError) batchBytes = half
        const isAlone = code === internalError && batch.length === 1
        return { left: isAlone ? batch.filter((one) => !settle(one, failed)) : batch, answer: failed.response }
      }
      const faults = faultsByReport(errors)
      const left = faults.size > 0 ? batch.filter((_one, at) => !faults.has(at)) : []
      for (const [at, one] of batch.entries()) {
        const own = faults.get(at) ?? errors
        const words = own.map((fault) => fault.message).join(' ')
        if (!left.includes(one)) give(one, { code, detail: words || detail, errors: own })
      }
      return { left }
    }
  }

  /** Whether the report needs not be sent again. */
  function settle(one: WaitingReport, result: Partial<ExecutionResult | ApiError> | undefined): boolean {
    const { status = 0, code, detail, errors = [] } = result ?? {}
    // Another attempt would not mend the third.
    const isOver = !isTransient(status) || (code === internalError && (one.failures += 1) === 3)
    if (status >= 200 && status < 300) heldBytes -= one.bytes
    else if (isOver) give(one, { code: code ?? '', detail: detail ?? '', errors })
    else failure = detail ?? failure
    return isOver
  }

  /** Gives up a report that was held. */
  function give(one: WaitingReport, reason: DropReason): void {
    heldBytes -= one.bytes
    drop(one.text, reason)
  }

  /** What `onDropped` throws reaches the program as an uncaught error, and not the caller of `complete`. */
  function drop(text: string, reason: DropReason): void {
    queueMicrotask(() => onDropped(read(text), reason))
  }

  function ownReason(code: 'buffer_full' | 'closed', text: string): DropReason {
    return { code, detail: failure ? `${text} Last failure: ${failure}` : text, errors: [] }
  }
}

const unheard = 'The reporter was closed before the service had answered.'

/** No answer, or one that another attempt may mend. */
function isTransient(status: number): boolean {
  return [0, 401, 408, 429].includes(status) || status >= 500
}

/** The service's own 500, and not that of a proxy. */
const internalError = 'internal_error'

/** The faults of a refused batch by the place of the report. Pointers and messages are as for the report alone. */
function faultsByReport(errors: readonly Fault[]): Map<number, Fault[]> {
  const faults = new Map<number, Fault[]>()
  for (const fault of errors) {
    const [, at, pointer = ''] = /^\/(\d+)(.*)$/s.exec(fault.pointer) ?? []
    if (fault.in !== 'body' || at === undefined) continue
    const message = fault.message.replace(/ of the [\w-]+ item\b/, '')
    faults.set(Number(at), [...(faults.get(Number(at)) ?? []), { ...fault, pointer, message }])
  }
  return faults
}

export function read(text: string): ExecutionReportOfModel {
  return trust(JSON.parse(text))
}
