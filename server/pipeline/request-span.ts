import type { Locals, Request } from 'express'
import type { Span, Telemetry } from '../telemetry/span.ts'
import { knownMethod } from './metrics.ts'

/** The span of a request, in the trace that its headers name; null where nothing is traced. */
export function openRequestSpan(telemetry: Telemetry | null, request: Request): Span | null {
  if (!telemetry) return null
  const { method } = request
  return telemetry.openSpan(
    { name: nameOf(method), kind: 'server', attributes: { 'http.request.method': methodOf(method) } },
    { traceparent: request.get('traceparent'), tracestate: request.get('tracestate') },
  )
}

/**
 * What the span tells in the end, by the contract. The path, the query, addresses and the caller are left out. The instance
 * is named once the caller is known to reach it: until then, its id is any text.
 */
export function describeRequest(
  { method }: Request,
  { operation, requestId, instanceId, errorType }: Locals,
  status: number,
): Parameters<Span['end']>[0] & object {
  return {
    name: operation ? `${method} ${operation.path}` : nameOf(method),
    attributes: {
      'url.scheme': 'http',
      'http.response.status_code': status,
      'instance_admin.request_id': requestId,
      ...(operation && { 'http.route': operation.path, 'instance_admin.operation': operation.id }),
      ...(instanceId !== undefined && { 'instance_admin.instance_id': instanceId }),
      ...(status >= 500 && { 'error.type': errorType ?? String(status) }),
    },
  }
}

function nameOf(method: string): string {
  return methodOf(method) === '_OTHER' ? 'HTTP' : method
}

function methodOf(method: string): string {
  const known = knownMethod(method)
  return known === 'other' ? '_OTHER' : known
}
