import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { summariser } from '../helpers/data/agents.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.acme('Editor').agents.create(summariser)
})
afterAll(() => service.close())

describe('200', () => {
  test('a change reads as it is listed', async () => {
    const { items } = await service.acme('Manager').changes.list()
    expect(await service.acme('Manager').changes.get(1)).toEqual(items[0])
  })
})

describe('400', () => {
  test.each(['0', '-1', '1.5', 'abc', '1e2', '99999999999999999999'])('%s is no number of a change', async (number) => {
    const refused = await service.request(`/instances/acme/changes/${number}`)
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)[0]).toMatch(/^path \/sequence /)
  })
})

describe('404', () => {
  test('a number that no change has is not found', async () => {
    const refused = await refusal(service.acme().changes.get(4711))
    expect(refused).toMatchObject({ status: 404, code: 'change_not_found' })
    expect(await refusal(service.acme().changes.get(Number.MAX_SAFE_INTEGER))).toMatchObject({ status: 404 })
  })
})
