import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { stopDeadlines } from '../helpers/deadlines.ts'
import { createProblemChecks } from '../helpers/problems.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { shortenSleeps } from '../helpers/short-sleeps.ts'
import { createValidRequests, type ValidRequest } from '../helpers/data/valid-requests.ts'
import { until } from '../helpers/until.ts'

const contract = await readContract()
const { expectDeclared } = createProblemChecks(contract)
const inInstance = contract.operations.filter(({ path }) => path.includes('{instanceId}'))

const clock = stopDeadlines()
shortenSleeps()
let service: TestService
let requests: ReadonlyMap<string, ValidRequest>
beforeAll(async () => {
  service = await startTestService({}, { lookup: async () => [] })
  requests = await createValidRequests(service, contract)
  await setStatus('suspended')
  await becomes(403)
})
afterAll(() => service.close())

const setStatus = (status: string) => service.db('instances').where({ id: 'acme' }).update({ status })
/** Within five seconds, which a server remembers an instance. */
const becomes = async (status: number) => {
  clock.pass(5000)
  await until(async () => expect((await ask()).status).toBe(status))
}
const ask = () => service.request('/instances/acme/agents')

describe('a suspended instance', () => {
  test.each(inInstance)('refuses $id', async (operation) => {
    const { path = '', method = '', body } = requests.get(operation.id) ?? {}
    const answer = await service.request(path, { method, body })
    expectDeclared(answer, operation, { status: 403, code: 'instance_suspended' })
  })

  test('is listed as suspended', async () => {
    expect((await service.client('Viewer').instances.list()).items).toEqual([
      { id: 'acme', name: 'Acme', status: 'suspended', roles: ['Viewer'] },
    ])
  })

  test('looks to others like a missing one', async () => {
    const Authorization = `Bearer ${await service.token('Viewer', { instances: ['other'] })}`
    const answer = await service.request('/instances/acme/agents', { headers: { Authorization } })
    expect(answer).toMatchObject({ status: 404, json: { code: 'instance_not_found' } })
  })
})

test('a resumed instance is open again, and one that is being deleted is gone, within five seconds', async () => {
  await setStatus('active')
  await becomes(200)
  await setStatus('deleting')
  await becomes(404)
  expect((await service.client('Viewer').instances.list()).items).toEqual([])
})
