import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { replayed } from '../helpers/idempotency.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { webhookInput, webhooks } from '../helpers/data/webhooks.ts'

let service: TestService
beforeAll(async () => {
  // No host has an address: nothing is sent.
  service = await startTestService({}, { lookup: async () => [] })
})
afterEach(() => webhooks(service).deleteAll())
afterAll(() => service.close())

const rotate = (id: string, headers: Record<string, string> = {}) =>
  webhooks(service).send(`/${id}/rotate-secret`, { headers })

describe('200', () => {
  test('the webhook has another secret, which only this answer shows', async () => {
    const { body: before } = await webhooks(service).create()
    const answer = await rotate(before.id, { 'Idempotency-Key': 'rotated' })
    const { secret } = await service.acme().webhooks.rotateSecret(before.id, { idempotencyKey: 'another' })
    expect(answer).toMatchObject({ status: 200, json: { id: before.id, etag: '"2"' } })
    expect(new Set([before.secret, /whsec_[\w+/]+=/.exec(answer.text)?.[0], secret]).size).toBe(3)
    for (const table of ['webhooks', 'idempotency_keys', 'changes'])
      expect(JSON.stringify(await service.db(table).select())).not.toContain(secret?.slice(6, -1))
    const [change] = (await service.acme().changes.list({ resourceId: before.id })).items
    expect(change).toMatchObject({ etagAfter: '"3"', difference: [{ pointer: '/secret', isSecret: true }] })
  })
})

describe('a repeat with the same Idempotency-Key', () => {
  test('shows a secret again only while it is the secret of the webhook', async () => {
    const { webhooks } = service.acme()
    const create = () => webhooks.create(webhookInput(), { idempotencyKey: 'made' })
    const made = await create()
    const rotated = (idempotencyKey: string) => webhooks.rotateSecret(made.id, { idempotencyKey }).withResponse()
    const { data: first } = await rotated('first')
    const { data: second } = await rotated('second')
    await webhooks.update(made.id, webhookInput({ description: 'of another tag' }))
    expect(await create()).toEqual({ ...made, secret: null })
    expect((await rotated('first')).data).toEqual({ ...first, secret: null })
    const again = await rotated('second')
    expect([again.data, replayed(again)]).toEqual([second, 'true'])
    await webhooks.delete(made.id)
    expect((await rotated('second')).data).toEqual({ ...second, secret: null })
    expect(await create()).toEqual({ ...made, secret: null })
  })
})
