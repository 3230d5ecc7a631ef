import type { Span, Telemetry, TraceHeaders } from './span.ts'

/** The span of a job, in the trace of the request that enqueued it; otherwise in a trace of its own. */
export function openJobSpan(telemetry: Telemetry, queue: string, facts: JobFacts | null): Span {
  return telemetry.openSpan(
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
}

/** What the data of a job says for its span. */
export interface JobFacts {
  trace?: TraceHeaders | undefined
  instanceId?: string
}
