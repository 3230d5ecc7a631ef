import type { Locals, Request } from 'express'
import type { Contract } from '../../contract/document.ts'
import type { Span } from '../telemetry/span.ts'
import type { Telemetry } from '../telemetry/span.ts'
import { knownMethod } from './metrics.ts'

/** The span of a request, in the trace that its headers name; null where nothing is traced. */
export function openRequestSpan(telemetry: Telemetry | null, { method, headers }: Request): Span | null {
  if (!telemetry) return null
  const { traceparent, tracestate } = headers
  return telemetry.openSpan(
    { name: nameOf(method), kind: 'server', attributes: { 'http.request.method': methodOf(method) } },
    {
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      tracestate: typeof tracestate === 'string' ? tracestate : undefined,
    },
  )
}

/**
 * What the span tells in the end, by the contract. The path, the query, addresses and the caller are left out. The instance
 * is named once the caller is known to reach it: until then, its id is any text.
 */
export function describeRequest(
  { method }: Request,
  { operationId = '', requestId, instanceId, errorType }: Locals,
  routes: ReturnType<typeof routesOf>,
  status: number,
): Parameters<Span['end']>[0] & object {
  const route = routes.get(operationId)
  return {
    name: route === undefined ? nameOf(method) : `${method} ${route}`,
    attributes: {
      'url.scheme': 'http',
      'http.response.status_code': status,
      'instance_admin.request_id': requestId,
      ...(route !== undefined && { 'http.route': route, 'instance_admin.operation': operationId }),
      ...(instanceId !== undefined && { 'instance_admin.instance_id': instanceId }),
      ...(status >= 500 && { 'error.type': errorType ?? String(status) }),
    },
  }
}

export function routesOf({ operations }: Contract): ReadonlyMap<string, string> {
  return new Map(operations.map(({ id, path }) => [id, path]))
}

function nameOf(method: string): string {
  return methodOf(method) === '_OTHER' ? 'HTTP' : method
}

function methodOf(method: string): string {
  const known = knownMethod(method)
  return known === 'other' ? '_OTHER' : known
}
