import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { startTestService } from '../helpers/service.ts'
import { sendUnread } from '../helpers/unread.ts'

test('who reads an export steadily gets all of it, however long that takes', async () => {
  const service = await startTestService({ slowReaderTimeoutMs: 3000 })
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
