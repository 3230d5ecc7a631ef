import { enclose, type Attributes, type TraceHeaders } from './span.ts'
import type { Telemetry } from './span.ts'

/** Runs a job in a span, in the trace of the request that enqueued it; otherwise in a trace of its own. */
export async function inJob<Result>(
  telemetry: Telemetry | null,
  {
    queue,
    trace = {},
    attributes = {},
  }: { queue: string; trace?: TraceHeaders | undefined; attributes?: Attributes },
  run: () => Promise<Result>,
): Promise<Result> {
  if (!telemetry) return run()
  const span = telemetry.openSpan(
    {
      name: `process ${queue}`,
      kind: 'consumer',
      attributes: {
        'messaging.system': 'pg-boss',
        'messaging.operation.type': 'process',
        'messaging.operation.name': 'process',
        'messaging.destination.name': queue,
        ...attributes,
      },
    },
    trace,
  )
  return enclose(span, run)
}
