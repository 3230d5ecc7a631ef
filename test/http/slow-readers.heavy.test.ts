import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { createBoundServer } from '../../server/http/bound-server.ts'
import { drain, listen } from '../../server/http/listening.ts'
import { startTestService } from '../helpers/service.ts'
import { sendUnread } from '../helpers/unread.ts'

test('who reads an export steadily gets all of it, however long that takes', async () => {
  const service = await startTestService({}, { timeouts: { slowReaderTimeoutMs: 3000 } })
  const description = 'x'.repeat(3900)
  const rows = Array.from({ length: 4000 }, (_, at) => ledgerRow({ id: `many-${at}`, description }))
  await insertLedgerRows(service, rows)
  const token = await service.token('Viewer')
  const request = `GET /instances/acme/work-ledger/export HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const socket = await sendUnread(service.baseUrl, request)
  let received = 0
  while (!socket.destroyed && received < 10_000_000) {
    const chunk: unknown = socket.read(64 * 1024) ?? socket.read()
    if (Buffer.isBuffer(chunk)) received += chunk.length
    await sleep(40)
  }
  expect(received).toBeGreaterThanOrEqual(10_000_000)
  socket.destroy()
  await service.close()
})

test('who never ends a body that was refused is disconnected five seconds after the answer', async () => {
  const server = createBoundServer({ slowReaderTimeoutMs: 600_000 }, (_request, response) => {
    response.writeHead(413, { Connection: 'close' }).end('too large')
  })
  const port = await listen(server, 0, '127.0.0.1')
  const socket = await sendUnread(
    `http://127.0.0.1:${port}`,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n',
  )
  const startedAt = performance.now()
  while (!socket.destroyed) {
    socket.write('x')
    await sleep(50)
  }
  expect(performance.now() - startedAt).toSatisfy((ms: number) => ms > 4000 && ms < 20_000)
  await drain(server, 0)
})
