import { afterAll, beforeAll, expect, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import { check, execution, pay } from '../helpers/data/executions.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
const operations = Array.from({ length: 45 }, (_, at) => ({ ...(at % 2 ? check : pay), attributes: { number: at } }))
beforeAll(async () => {
  service = await startTestService()
  const models = twuModels(service)
  const { body } = await models.create(completeInput())
  await models.publish(body.id)
  await service.keyless().executions.report(body.id, execution({ id: 'done', operations }))
  await insertLedgerRows(service, [ledgerRow({ id: 'imported' })])
})
afterAll(() => service.close())

const list = (id: string, query = {}) => service.keyless('Viewer').workLedger.operations.list(id, query)

test('200: what was reported, in its order, page after page', async () => {
  const pages = []
  for await (const { position, operation } of list('done')) pages.push([position, operation])
  expect(pages).toEqual(operations.map((operation, at) => [at + 1, operation]))
  const { items } = await list('done', { sort: 'position,desc', page: 2, size: 20 })
  expect(items.map(({ position }) => position)).toEqual([5, 4, 3, 2, 1])
})

test('200: an imported entry has none', async () => {
  expect((await list('imported')).items).toEqual([])
})

test('400: a cursor of another entry', async () => {
  const first = await service.request('/instances/acme/work-ledger/done/operations?size=5')
  const { next } = asObject(asObject(first.json)['page'])
  const { status } = await service.request(`/instances/acme/work-ledger/imported/operations?cursor=${String(next)}`)
  expect(status).toBe(400)
})
