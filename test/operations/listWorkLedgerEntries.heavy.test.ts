import { expect, onTestFinished, test } from 'vitest'
import type { ListWorkLedgerEntriesQuery } from '../../sdk/src/index.ts'
import { toWorkLedgerEntry } from '../../server/db/work-ledger-entries.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { startTestService } from '../helpers/service.ts'

test('totals are exact up to 10,000; beyond that they say so, and a cursor goes on', async () => {
  const service = await startTestService()
  onTestFinished(() => service.close())
  const many = Array.from({ length: 10_050 }, (_, at) =>
    ledgerRow({
      instance_id: 'other',
      id: `m${String(at).padStart(5, '0')}`,
      type: 'many',
      status: at < 10_000 ? 'completed' : 'failed',
      cost: at,
    }),
  )
  await insertLedgerRows(service, many)
  const read = (query: ListWorkLedgerEntriesQuery) =>
    service.other('Viewer').workLedger.list({ type: 'many', ...query })
  const all = await read({ size: 200 })
  expect(all.page).toMatchObject({ totalElements: 10_000, totalPages: 50, totalIsExact: false })
  const exactly = await read({ status: 'completed', size: 200 })
  expect(exactly.page).toMatchObject({ totalElements: 10_000, totalPages: 50, totalIsExact: true })

  const sorted = { sort: 'cost,asc', size: 200 } as const
  const deepest = await read({ ...sorted, page: 49 })
  expect(deepest.page).toMatchObject({ number: 49, totalIsExact: false })
  const beyond = await deepest.next()
  const last = many.slice(10_000).map((row) => toWorkLedgerEntry(row))
  expect(beyond?.items).toEqual(last)
  expect(beyond?.page).toEqual({
    size: 200,
    number: 50,
    totalElements: 10_000,
    totalPages: 50,
    totalIsExact: false,
    next: null,
  })
  expect((await read({ ...sorted, page: 50 })).items).toEqual(last)
  const tooDeep = read({ ...sorted, page: 51 })
  await expect(tooDeep).rejects.toMatchObject({ status: 400, code: 'page_too_deep' })
  const far = await read({ sort: 'cost,asc', size: 25, page: 400 })
  const further = await read({ sort: 'cost,asc', size: 25, cursor: far.page.next ?? '' })
  expect([...far.items, ...further.items]).toEqual(last)
})
