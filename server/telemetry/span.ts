import { AsyncLocalStorage } from 'node:async_hooks'
import { errorType } from './error-type.ts'

/** A piece of work in a trace. This file loads nothing of OpenTelemetry: without an open span around, it does nothing. */
export interface Span {
  readonly traceId: string
  /** Opens a span inside this one. */
  child(facts: SpanFacts): Span
  /** What continues this trace elsewhere. */
  headers(): TraceHeaders
  /** Ends the span, once. With `error.type` among the attributes it has failed. */
  end(found?: { name?: string; attributes?: Attributes }): void
}

/** What the service sends to a collector of OpenTelemetry. */
export interface Telemetry {
  /** Opens a span in the caller's trace. Without one, or with headers that are malformed, it begins a trace. */
  openSpan(facts: SpanFacts, caller: TraceHeaders): Span
  /** Sends what is left. Takes at most two seconds, whatever the collector does. */
  stop(): Promise<void>
}

/** Never input of callers: no bodies, paths, queries, names, values of statements or messages of errors. */
export interface SpanFacts {
  name: string
  kind?: 'server' | 'client' | 'consumer'
  attributes?: Attributes
}

/** By the names of OpenTelemetry's semantic conventions; ours begin with `instance_admin.`. */
export type Attributes = Record<string, string | number>

/** W3C Trace Context. */
export interface TraceHeaders {
  traceparent?: string | undefined
  tracestate?: string | undefined
}

/** Runs `run` in a span of the trace around it. Without one it only runs. `describe` tells what the result means. */
export async function inSpan<Result>(
  facts: () => SpanFacts,
  run: () => Promise<Result>,
  describe?: (result: Result) => Attributes,
): Promise<Result> {
  const around = currentSpan()
  return around ? enclose(around.child(facts()), run, describe) : run()
}

/** Runs `run` in this span, and ends the span. */
export async function enclose<Result>(
  span: Span,
  run: () => Promise<Result>,
  describe?: (result: Result) => Attributes,
): Promise<Result> {
  try {
    const result = await within(span, run)
    span.end({ attributes: describe?.(result) ?? {} })
    return result
  } catch (error) {
    span.end({ attributes: { 'error.type': errorType(error) } })
    throw error
  }
}

/** Runs `run` and all that it starts in this span, which the caller ends. */
export function within<Result>(span: Span, run: () => Result): Result {
  return current.run(span, run)
}

export function currentSpan(): Span | null {
  return current.getStore() ?? null
}

const current = new AsyncLocalStorage<Span>()
