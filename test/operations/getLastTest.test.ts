import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { integrations, slack } from '../helpers/data/integrations.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'

interceptVendors()

let service: TestService
beforeAll(async () => {
  service = await startTestService({}, { lookup: async () => ['93.184.215.14'] })
})
afterEach(() => nock.cleanAll())
afterAll(() => service.close())

function lastTest(id: string) {
  return service.acme('Viewer').integrations.lastTest.get(id)
}

describe('200', () => {
  test('has the test as it was answered, with its steps, after the configuration was changed, too', async () => {
    const { create, test, update, read } = integrations(service)
    const { body } = await create()
    nock('https://slack.com').post('/api/auth.test').reply(200, { ok: false, error: 'invalid_auth' })
    const { integration, ...report } = (await test(body.id)).body
    expect(report.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'fields passed',
      'host passed',
      'connection passed',
      'tls passed',
      'token skipped',
      'request passed',
      'verdict failed',
    ])
    expect(await lastTest(body.id)).toEqual(report)
    await update(body.id, { ...slack, metadata: { botToken: 'secret-bot-token-2' } })
    expect(await lastTest(body.id)).toEqual(report)
    const { outcome, message, testedAt: at } = report
    expect(integration.lastTest).toEqual({ outcome, message, at })
    expect((await read(body.id)).body.lastTest).toEqual({ outcome, message, at })
    const { items } = await service.acme('Viewer').integrations.list()
    expect(items.find(({ id }) => id === body.id)?.lastTest).toEqual({ outcome, message, at })
  })
})

describe('404', () => {
  test('an integration that was never tested has no last test', async () => {
    const { body } = await integrations(service).create()
    expect(body.lastTest).toBeNull()
    expect(await refusal(lastTest(body.id))).toMatchObject({ status: 404, code: 'integration_not_tested' })
  })
})
