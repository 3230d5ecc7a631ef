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

function enable(id: string, idempotencyKey: string) {
  return service.acme('Editor').integrations.enable(id, { idempotencyKey }).withResponse()
}

async function createInactive() {
  const { create, disable } = integrations(service)
  return disable((await create(amazonConnect)).body.id)
}

describe('200', () => {
  test('an inactive integration becomes connecting and keeps everything else', async () => {
    const { body: before, etag: etagBefore } = await createInactive()
    const stored = await storedConfiguration(service, before.id)

    const { body, etag } = await integrations(service).enable(before.id)
    expect(body).toEqual({ ...before, status: 'connecting', etag: body.etag, updatedAt: body.updatedAt })
    expect(etag).not.toBe(etagBefore)
    expect(await integrations(service).read(before.id)).toMatchObject({ body, etag })
    expect(await storedConfiguration(service, before.id)).toEqual(stored)
  })

  test('an integration that was active before it was disabled must prove itself again', async () => {
    const { create, disable, enable } = integrations(service)
    const { body } = await create()
    await putInStatus(service, body.id, 'active')
    await disable(body.id)
    expect((await enable(body.id)).body).toMatchObject({
      status: 'connecting',
      isHealthy: true,
      lastHealthCheck: '2026-11-20T08:00:00.000Z',
    })
  })

  test.each(['connecting', 'active', 'error'] as const)(
    'an integration that is %s stays as it is, ETag included',
    async (status) => {
      const { create, read, enable } = integrations(service)
      const { body: created } = await create()
      await putInStatus(service, created.id, status)
      const { body, etag } = await read(created.id)
      expect(await enable(created.id)).toMatchObject({ body, etag })
    },
  )

  test('a repeat with the same Idempotency-Key gets the first answer and enables nothing', async () => {
    const { body: before } = await createInactive()
    const first = await enable(before.id, 'once')
    await integrations(service).disable(before.id)
    const again = await enable(before.id, 'once')
    expect([again.response.status, again.data, again.version]).toEqual([200, first.data, first.version])
    expect(replayed(again)).toBe('true')
    expect((await integrations(service).read(before.id)).body.status).toBe('inactive')
  })
})

describe('400', () => {
  test('an identifier and a key that cannot be ones are both pointed at', async () => {
    const refused = await service.request('/instances/acme/integrations/a%20b/enable', {
      method: 'POST',
      headers: { 'Idempotency-Key': 'two words' },
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual(['header /idempotency-key pattern', 'path /integrationId pattern'])
  })
})

describe('404', () => {
  test('an integration of another instance looks the same as a missing one', async () => {
    await expectForeignIsMissing(service, '/enable', { method: 'POST' })
  })
})

describe('409', () => {
  test('a key whose first request still runs is in use; the first is not disturbed', async () => {
    const { body } = await createInactive()
    const send = () => enable(body.id, 'running')
    const first = await whileRunning(service, 'integrations', 'running', send, async () => {
      await expect(send()).rejects.toMatchObject({ status: 409, code: 'idempotency_key_in_use' })
    })
    expect(first.data.status).toBe('connecting')
  })
})

describe('412', () => {
  test('an integration that somebody else has changed is not enabled; as it is known, it is', async () => {
    const { body, etag: seen } = await createInactive()
    const { etag: now } = await integrations(service).update(body.id, { ...amazonConnect, name: 'Renamed' })
    const enableSeen = (ifMatch: string) => service.acme().integrations.enable(body.id, { ifMatch })
    const refused = await refusal(enableSeen(seen))
    expect(refused).toMatchObject({ status: 412, code: 'precondition_failed' })
    expect(refused.response.headers.get('etag')).toBe(now)
    expect((await integrations(service).read(body.id)).body.status).toBe('inactive')
    expect(await enableSeen(now)).toMatchObject({ status: 'connecting', name: 'Renamed' })
  })

  test('one that is enabled already is refused too when it is not the one that is known', async () => {
    const { body, etag: seen } = await createInactive()
    await integrations(service).enable(body.id)
    const again = service.acme().integrations.enable(body.id, { ifMatch: seen })
    expect(await refusal(again)).toMatchObject({ status: 412 })
  })
})

describe('422', () => {
  test('a key that was used for another integration is refused, and enables nothing', async () => {
    const [{ body: one }, { body: other }] = [await createInactive(), await createInactive()]
    await enable(one.id, 'reused')
    const refused = enable(other.id, 'reused')
    await expect(refused).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect((await integrations(service).read(other.id)).body).toEqual(other)
  })
})
