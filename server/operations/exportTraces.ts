import type { Operation, OtlpBody } from '../contract/operation.ts'
import { faultIn } from '../../contract/rules/faults.ts'
import { busy, invalidInput } from '../../contract/rules/refusals.ts'
import { createSemaphore } from '../lib/semaphore.ts'
import { readSpans, receiveSpans, type Received } from '../ledger/traces/receive.ts'

export const exportTraces: Operation<'exportTraces', OtlpBody> = async ({ path, body }, context) => {
  const { caller, commit, traceQueue } = context
  using place = await acquirePlace(path.instanceId)
  if (!place) return busy
  const spans = await readSpans(body)
  if (!spans) return invalidInput([faultIn('body', '', 'otlp', 'is no ExportTraceServiceRequest')])
  return commit(async (transaction) => {
    const received = await receiveSpans(transaction, path.instanceId, caller.subject, spans, traceQueue)
    return 'status' in received ? received : { status: 200, body: describe(received) }
  })
}

/** One request of an instance at a time: they wait for each other, and would take the connections of all others meanwhile. */
const acquirePlace = createSemaphore(4, 1)

function describe({ invalid, late, tooMany }: Received) {
  if (invalid + late + tooMany === 0) return {}
  const reasons = [
    [invalid, 'without a valid traceId, spanId, parentSpanId or startTimeUnixNano'],
    [late, 'of traces that are closed, as their execution is finished or was refused'],
    [tooMany, 'of traces with more than 1,000 spans, of which nothing is kept (send no spans of other kinds here)'],
  ] as const
  const sentences = reasons.flatMap(([count, why]) => (count > 0 ? `Rejected spans ${why}: ${count}.` : []))
  return { partialSuccess: { rejectedSpans: String(invalid + late + tooMany), errorMessage: sentences.join(' ') } }
}
