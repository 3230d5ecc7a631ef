import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '../helpers/faults.ts'
import { replayed, whileRunning } from '../helpers/idempotency.ts'
import {
  amazonConnect,
  expectForeignIsMissing,
  integrations,
  putInStatus,
  storedConfiguration,
} from '../helpers/data/integrations.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function disable(id: string, idempotencyKey: string) {
  return service.acme('Editor').integrations.disable(id, { idempotencyKey }).withResponse()
}

describe('200', () => {
  test.each(['connecting', 'active', 'error'] as const)(
    'an integration that is %s becomes inactive and keeps everything else',
    async (status) => {
      const { body: created } = await integrations(service).create(amazonConnect)
      await putInStatus(service, created.id, status)
      const { body: before, etag: etagBefore } = await integrations(service).read(created.id)
      const stored = await storedConfiguration(service, created.id)

      const { body, etag } = await integrations(service).disable(created.id)
      expect(body).toEqual({ ...before, status: 'inactive', etag: body.etag, updatedAt: body.updatedAt })
      expect(body.updatedAt >= before.updatedAt).toBe(true)
      expect(etag).not.toBe(etagBefore)
      expect(await integrations(service).read(created.id)).toMatchObject({ body, etag })
      expect(await storedConfiguration(service, created.id)).toEqual(stored)
    },
  )

  test('disabling again changes nothing', async () => {
    const { create, disable } = integrations(service)
    const { body: created } = await create()
    const first = await disable(created.id)
    const again = await disable(created.id)
    expect(again).toMatchObject({ body: first.body, etag: first.etag })
  })

  test('a repeat with the same Idempotency-Key gets the first answer and disables nothing', async () => {
    const { create, enable, read } = integrations(service)
    const { body: created } = await create()
    const first = await disable(created.id, 'once')
    await enable(created.id)
    const again = await disable(created.id, 'once')
    expect([again.response.status, again.data, again.version]).toEqual([200, first.data, first.version])
    expect(replayed(again)).toBe('true')
    expect((await read(created.id)).body.status).toBe('connecting')
  })
})

describe('400', () => {
  test('an identifier and a key that cannot be ones are both pointed at', async () => {
    const refused = await service.request('/instances/acme/integrations/a%20b/disable', {
      method: 'POST',
      headers: { 'Idempotency-Key': 'two words' },
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual(['header /idempotency-key pattern', 'path /integrationId pattern'])
  })
})

describe('404', () => {
  test('an integration of another instance looks the same as a missing one, and stays enabled', async () => {
    await expectForeignIsMissing(service, '/disable', { method: 'POST' })
  })
})

describe('409', () => {
  test('a key whose first request still runs is in use; the first is not disturbed', async () => {
    const { body } = await integrations(service).create()
    const send = () => disable(body.id, 'running')
    const first = await whileRunning(service, 'integrations', 'running', send, async () => {
      await expect(send()).rejects.toMatchObject({ status: 409, code: 'idempotency_key_in_use' })
    })
    expect(first.data.status).toBe('inactive')
  })
})

describe('412', () => {
  test('an integration that somebody else has changed is not disabled; as it is known, it is', async () => {
    const { body, etag: seen } = await integrations(service).create(amazonConnect)
    const { etag: now } = await integrations(service).update(body.id, { ...amazonConnect, name: 'Renamed' })
    const disableSeen = (ifMatch: string) => service.acme().integrations.disable(body.id, { ifMatch })
    const refused = await refusal(disableSeen(seen))
    expect(refused).toMatchObject({ status: 412, code: 'precondition_failed' })
    expect(refused.response.headers.get('etag')).toBe(now)
    expect((await integrations(service).read(body.id)).body.status).toBe('connecting')
    expect(await disableSeen(now)).toMatchObject({ status: 'inactive', name: 'Renamed' })
  })

  test('one that is disabled already is refused too when it is not the one that is known', async () => {
    const { body, etag: seen } = await integrations(service).create(amazonConnect)
    await integrations(service).disable(body.id)
    const again = service.acme().integrations.disable(body.id, { ifMatch: seen })
    expect(await refusal(again)).toMatchObject({ status: 412 })
  })
})

describe('422', () => {
  test('a key that was used for another integration is refused, and disables nothing', async () => {
    const { create, read } = integrations(service)
    const [{ body: one }, { body: other }] = [await create(), await create()]
    await disable(one.id, 'reused')
    const refused = disable(other.id, 'reused')
    await expect(refused).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect((await read(other.id)).body).toEqual(other)
  })
})
