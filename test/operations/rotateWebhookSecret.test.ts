import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { describeConditionalChange } from '../helpers/etags.ts'
import { faultsOf } from '../helpers/faults.ts'
import { expectForeignLooksMissing } from '../helpers/foreign.ts'
import { replayed, whileRunning } from '../helpers/idempotency.ts'
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

describeConditionalChange({
  create: () => webhooks(service).create(),
  changeElsewhere: (id) => webhooks(service).replace(id, { description: 'Theirs' }),
  read: (id) => webhooks(service).read(id),
  send: (id, headers) => rotate(id, headers),
  success: 200,
})

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

describe('400', () => {
  test('an identifier that cannot be one is refused', async () => {
    expect(faultsOf(await rotate('a%20b'))).toEqual(['path /webhookId pattern'])
  })
})

describe('404', () => {
  test('a webhook of another instance looks the same as a missing one', async () => {
    const { body } = await webhooks(service).create()
    const resource = `webhooks/${body.id}/rotate-secret`
    await expectForeignLooksMissing(service, resource, 'webhook_not_found', { method: 'POST' })
  })
})

describe('409', () => {
  test('a key whose first request still runs is in use', async () => {
    const { body } = await webhooks(service).create()
    const send = () => rotate(body.id, { 'Idempotency-Key': 'running' })
    const first = await whileRunning(service, 'webhooks', 'running', send, async () => {
      expect(await send()).toMatchObject({ status: 409, json: { code: 'idempotency_key_in_use' } })
    })
    expect(first.status).toBe(200)
  })
})

describe('422', () => {
  test('a key that was used for another webhook is refused', async () => {
    for (const status of [200, 422]) {
      const { body } = await webhooks(service).create()
      expect((await rotate(body.id, { 'Idempotency-Key': 'reused' })).status).toBe(status)
    }
  })
})
