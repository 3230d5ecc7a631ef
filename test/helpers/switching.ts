import { describe, expect, test } from 'vitest'
import { amazonConnect, expectForeignIsMissing, integrations } from './data/integrations.ts'
import { faultsOf } from './faults.ts'
import { replayed, whileRunning } from './idempotency.ts'
import { refusal } from './outcomes.ts'
import type { TestService } from './service.ts'

/** The facts that hold for enabling and for disabling an integration, which is `from` before and `to` after. */
export function describeSwitch(
  service: () => TestService,
  { action, opposite, from, to }: Record<'action' | 'opposite', 'enable' | 'disable'> & Record<'from' | 'to', string>,
): void {
  const change = (id: string, idempotencyKey: string) =>
    service().acme('Editor').integrations[action](id, { idempotencyKey }).withResponse()
  const read = async (id: string) => (await integrations(service()).read(id)).body
  const create = async () => {
    const { create, disable } = integrations(service())
    const created = await create(amazonConnect)
    return action === 'enable' ? disable(created.body.id) : created
  }

  describe('200', () => {
    test('a repeat with the same Idempotency-Key gets the first answer and changes nothing', async () => {
      const { body: before } = await create()
      const first = await change(before.id, 'once')
      await integrations(service())[opposite](before.id)
      const again = await change(before.id, 'once')
      expect([again.response.status, again.data, again.version]).toEqual([200, first.data, first.version])
      expect(replayed(again)).toBe('true')
      expect((await read(before.id)).status).toBe(from)
    })
  })

  describe('400', () => {
    test('an identifier and a key that cannot be ones are both pointed at', async () => {
      const refused = await service().request(`/instances/acme/integrations/a%20b/${action}`, {
        method: 'POST',
        headers: { 'Idempotency-Key': 'two words' },
      })
      expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
      expect(faultsOf(refused)).toEqual(['header /idempotency-key pattern', 'path /integrationId pattern'])
    })
  })

  describe('404', () => {
    test('an integration of another instance looks the same as a missing one, and stays as it is', async () => {
      await expectForeignIsMissing(service(), `/${action}`, { method: 'POST' })
    })
  })

  describe('409', () => {
    test('a key whose first request still runs is in use; the first is not disturbed', async () => {
      const { body } = await create()
      const send = () => change(body.id, 'running')
      const first = await whileRunning(service(), 'integrations', 'running', send, async () => {
        await expect(send()).rejects.toMatchObject({ status: 409, code: 'idempotency_key_in_use' })
      })
      expect(first.data.status).toBe(to)
    })
  })

  describe('412', () => {
    test('an integration that somebody else has changed stays as it is; as it is known, it changes', async () => {
      const { body, etag: seen } = await create()
      const { etag: now } = await integrations(service()).update(body.id, { ...amazonConnect, name: 'Renamed' })
      const changeSeen = (ifMatch: string) => service().acme().integrations[action](body.id, { ifMatch })
      const refused = await refusal(changeSeen(seen))
      expect(refused).toMatchObject({ status: 412, code: 'precondition_failed' })
      expect(refused.response.headers.get('etag')).toBe(now)
      expect((await read(body.id)).status).toBe(from)
      expect(await changeSeen(now)).toMatchObject({ status: to, name: 'Renamed' })
    })

    test('one that needs no change is refused too when it is not the one that is known', async () => {
      const { body, etag: seen } = await create()
      await integrations(service())[action](body.id)
      const again = service().acme().integrations[action](body.id, { ifMatch: seen })
      expect(await refusal(again)).toMatchObject({ status: 412 })
    })
  })

  describe('422', () => {
    test('a key that was used for another integration is refused, and changes nothing', async () => {
      const [{ body: one }, { body: other }] = [await create(), await create()]
      await change(one.id, 'reused')
      const refused = change(other.id, 'reused')
      await expect(refused).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
      expect(await read(other.id)).toEqual(other)
    })
  })
}
