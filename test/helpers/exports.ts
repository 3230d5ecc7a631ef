import { request, ServerResponse, type IncomingMessage } from 'node:http'
import { onTestFinished, vi } from 'vitest'
import type { Role } from '../../contract/rules/roles.ts'
import type { TestService } from './service.ts'

export const exportPath = '/instances/acme/work-ledger/export'

/**
 * An answer that has begun, of which nothing is read yet. Sent again after a 503: an export that ended just now, of another
 * test too, may hold its slot for a moment.
 */
export async function beginExport(service: TestService, role: Role = 'Viewer'): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${await service.token(role)}` }
  // A connection of its own: one that carried much before takes 24 MB at once.
  const sent = request(service.baseUrl + exportPath, { headers, agent: false })
  sent.end()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  })
  if (answer.statusCode === 200) return answer
  answer.resume()
  if (answer.statusCode !== 503) throw new Error(`The export was answered ${answer.statusCode}.`)
  return beginExport(service, role)
}

/**
 * Of the exports that begin from now on, until `release`, the headers are sent and none of the body, as where clients read
 * nothing. `written` says how many pieces the services of this process have written.
 */
export function holdExports(): { written: () => number; release: () => void } {
  const held = new Set<ServerResponse>()
  const write: unknown = Reflect.get(ServerResponse.prototype, 'write')
  const spy = vi.spyOn(ServerResponse.prototype, 'write').mockImplementation(function (this: ServerResponse, ...call) {
    if (!held.has(this)) {
      this.flushHeaders()
      this.cork()
    }
    held.add(this)
    return typeof write === 'function' && Boolean(Reflect.apply(write, this, call))
  })
  const { mock } = spy
  const release = () => {
    spy.mockRestore()
    for (const response of held) response.uncork()
    held.clear()
  }
  onTestFinished(release)
  return { written: () => mock.calls.length, release }
}

/** How many connections to the database the service uses now. */
export async function usedConnections({ managementUrl }: TestService): Promise<number> {
  const metrics = await (await fetch(`${managementUrl}/metrics`)).text()
  return Number(/^database_pool_used (\d+)$/m.exec(metrics)?.[1])
}

/** How many exports were answered with the status. */
export async function countExports({ managementUrl }: TestService, status: number): Promise<number> {
  const metrics = await (await fetch(`${managementUrl}/metrics`)).text()
  const series = `http_request_duration_seconds_count{operation="exportWorkLedger",method="GET",status="${status}"} `
  const line = metrics.split('\n').find((line) => line.startsWith(series))
  return Number(line?.slice(series.length) ?? 0)
}
