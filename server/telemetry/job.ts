import { enclose, type Telemetry, type TraceHeaders } from './span.ts'

/** Runs a job in a span, in the trace of the request that enqueued it; otherwise in a trace of its own. */
export async function inJob<Result>(
  telemetry: Telemetry | null,
  queue: string,
  facts: JobFacts | null,
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
        ...(facts?.instanceId !== undefined && { 'instance_admin.instance_id': facts.instanceId }),
      },
    },
    facts?.trace ?? {},
  )
  return enclose(span, run)
}

/** What the data of a job says for its span. */
export interface JobFacts {
  trace?: TraceHeaders | undefined
  instanceId?: string
}
