import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseAllowedHosts } from '../../../server/integrations/outbound/allowed-hosts.ts'
import { certificate } from '../../integrations/connection-test/certificate.ts'

export interface Received {
  path: string
  headers: Record<string, string>
  body: string
}

export interface Receiver {
  /** `https://hooks.example.test:<port>` */
  url: string
  received: Received[]
  /** The answer to what comes next: a status with headers, nothing at all, or that of a listener. */
  answer: { status: number; headers?: Record<string, string> } | 'hang' | RequestListener
  close(): Promise<void>
}

/** A receiver of webhooks on this machine, with a certificate that this process trusts until it is closed. */
export async function startReceiver(): Promise<Receiver> {
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, certificate.cert])
  const server = createServer(certificate, (request, response) => {
    const answer = async () => {
      const body = await text(request)
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      receiver.received.push({ path: request.url ?? '', headers, body })
      const { answer } = receiver
      if (answer === 'hang') return
      if (typeof answer === 'function') return answer(request, response)
      response.writeHead(answer.status, answer.headers).end('thank you')
    }
    void answer()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver listens on a port.')
  const receiver: Receiver = {
    url: `https://hooks.example.test:${address.port}`,
    received: [],
    answer: { status: 204 },
    async close() {
      setDefaultCACertificates(trusted)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** Of a service that may call receivers: every name leads to this machine, which the operator has opened. */
export const toReceivers = {
  overrides: { outboundAllowedHosts: parseAllowedHosts(['127.0.0.0/8']) },
  options: {
    lookup: async () => ['127.0.0.1'],
    jobTimings: { pollSeconds: 0.5, schedulePollSeconds: 0.5 },
  },
}
