import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import { readEpoch } from '../../server/db/changes.ts'
import type { Webhook, WebhookDelivery, WebhookInput } from '../../sdk/src/index.ts'
import { summariser } from '../helpers/data/agents.ts'
import { slack } from '../helpers/data/integrations.ts'
import { completeInput } from '../helpers/data/twu-models.ts'
import { userInput } from '../helpers/data/users.ts'
import { startReceiver, toReceivers, type Receiver } from '../helpers/programs/receiver.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { waitAfter } from '../../server/webhooks/retries.ts'
import { shortenSleeps } from '../helpers/short-sleeps.ts'
import { until } from '../helpers/until.ts'

shortenSleeps()

let service: TestService
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService(toReceivers.overrides, toReceivers.options)
})
afterEach(async () => {
  await service.db('webhooks').delete()
  receiver.received.length = 0
  receiver.answer = { status: 204 }
})
afterAll(async () => {
  await service.close()
  await receiver.close()
})

const create = (values: Partial<WebhookInput> = {}) =>
  service.acme().webhooks.create({ url: `${receiver.url}/in`, events: ['agent.created'], enabled: true, ...values })

async function deliveries({ id }: Pick<Webhook, 'id'>): Promise<WebhookDelivery[]> {
  return (await service.acme().webhooks.deliveries.list(id)).items
}

/** Only then is the service asked what became of it, as a question costs much more than a look at what was received. */
const arrived = (count: number) => until(() => expect(receiver.received).toHaveLength(count))

const paths = () => receiver.received.map(({ path }) => path)

/** Another webhook gets two events, one after the other: what could be sent meanwhile was sent. */
async function untilOthersAreSent(): Promise<void> {
  for (const sent of [1, 2]) {
    await service.acme().agents.create(summariser)
    await until(() => expect(paths().filter((path) => path === '/meanwhile')).toHaveLength(sent))
  }
}

const bodies = () => receiver.received.map(({ body }) => asObject(JSON.parse(body)))

/** The jobs of a webhook that wait or run. */
const jobsOf = ({ id }: Pick<Webhook, 'id'>) =>
  service.db('pgboss.job').where({ group_id: id }).whereIn('state', ['created', 'retry', 'active'])

const newestChange = async () => (await service.acme().changes.list({ size: 1 })).items[0]?.sequence ?? 0

/** Makes all that waits due. */
async function hurry() {
  await service.db.raw("update pgboss.job set start_after = now() where name like 'webhook-%' and state < 'active'")
}

describe('an event', () => {
  test('is thin, signed by the rules of Standard Webhooks, and told of in the list of deliveries', async () => {
    const webhook = await create()
    const agent = await service.acme().agents.create(summariser)
    await arrived(1)
    const [{ headers, body } = expect.fail()] = receiver.received
    const verified = new Verifier(webhook.secret ?? '').verify(body, headers)
    const [record] = (await service.acme().changes.list({ resourceId: agent.id })).items
    expect(verified).toEqual({
      type: 'agent.created',
      timestamp: record?.at,
      data: {
        instanceId: 'acme',
        sequence: record?.sequence,
        resource: { type: 'agent', id: agent.id },
        epoch: await readEpoch(service.db),
        version: null,
        etag: agent.etag,
      },
    })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'instance-administration' })
    await until(async () =>
      expect(await deliveries(webhook)).toMatchObject([
        {
          id: headers['webhook-id'],
          type: 'agent.created',
          sequence: record?.sequence,
          status: 'delivered',
          attempts: 1,
          failure: null,
          httpStatus: 204,
          nextAttemptAt: null,
        },
      ]),
    )
  })

  test('has the narrowest of the types that its webhook asks for, and comes once for each change', async () => {
    await create({ events: ['user.updated', 'user.disabled', 'twu_model.published', 'integration.updated'] })
    const { users, twuModels, integrations } = service.acme()
    const user = await users.create(userInput('narrow'))
    await users.update(user.id, { enabled: false })
    await users.update(user.id, { familyName: 'Other' })
    const model = await twuModels.create(completeInput())
    await twuModels.publish(model.id)
    const integration = await integrations.create(slack)
    await integrations.disable(integration.id)
    await until(() =>
      expect(
        bodies()
          .map(({ type }) => String(type))
          .sort(),
      ).toEqual(['integration.updated', 'twu_model.published', 'user.disabled', 'user.updated']),
    )
  })

  test('says that an integration broke, to those who ask for that alone', async () => {
    await create({ events: ['integration.broken'] })
    const { id } = await service.acme().integrations.create({ ...slack, name: 'Breaks' })
    await service.acme().integrations.test(id)
    await until(() => expect(bodies()).toMatchObject([{ type: 'integration.broken', data: { resource: { id } } }]))
  })

  test('is sent to each webhook that asks for it, with the secret of that webhook, and to none of another instance', async () => {
    const webhooks = [await create({ url: `${receiver.url}/0` }), await create({ url: `${receiver.url}/1` })]
    await service.other().webhooks.create({ url: `${receiver.url}/2`, events: ['agent.created'], enabled: true })
    await service.acme().agents.create(summariser)
    await until(() => expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/0', '/1']))
    for (const { path, headers, body } of receiver.received) {
      const [own, others] = path === '/0' ? webhooks : webhooks.toReversed()
      new Verifier(own?.secret ?? '').verify(body, headers)
      expect(() => new Verifier(others?.secret ?? '').verify(body, headers)).toThrow()
    }
  })

  test('has two signatures for a day after a rotation', async () => {
    const before = await create()
    const after = await service.acme().webhooks.rotateSecret(before.id)
    await service.acme().agents.create(summariser)
    await arrived(1)
    const [{ headers, body } = expect.fail()] = receiver.received
    for (const { secret } of [before, after]) new Verifier(secret ?? '').verify(body, headers)
    await service.db('webhooks').update({ previous_until: service.db.raw('now()') })
    await service.acme().webhooks.test(before.id)
    await arrived(2)
    const { headers: later, body: test } = receiver.received[1] ?? expect.fail()
    new Verifier(after.secret ?? '').verify(test, later)
    expect(() => new Verifier(before.secret ?? '').verify(test, later)).toThrow()
  })
})

test('a delivery is done once its status is there, whether the body of the answer ends or not', async () => {
  const closed = Promise.withResolvers<string>()
  receiver.answer = (_request, response) => {
    response.on('close', () => closed.resolve('closed'))
    response.writeHead(200).write('thank')
  }
  const webhook = await create()
  await service.acme().agents.create(summariser)
  await until(async () =>
    expect(await deliveries(webhook)).toMatchObject([{ status: 'delivered', attempts: 1, httpStatus: 200 }]),
  )
  expect(await closed.promise).toBe('closed')
})

describe('a delivery that fails', () => {
  test('with a status that HTTP has not is told like one without an answer', async () => {
    receiver.answer = (request) => request.socket.end('HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n')
    const webhook = await create()
    await service.acme().agents.create(summariser)
    await until(async () =>
      expect(await deliveries(webhook)).toMatchObject([{ failure: 'network_error', httpStatus: null }]),
    )
  })

  test('is tried again until it arrives, with the same id and body', async () => {
    receiver.answer = { status: 500 }
    const webhook = await create()
    await service.acme().agents.create(summariser)
    await arrived(1)
    await until(async () =>
      expect(await deliveries(webhook)).toMatchObject([
        { status: 'pending', attempts: 1, failure: 'refused', httpStatus: 500 },
      ]),
    )
    receiver.answer = { status: 204 }
    await hurry()
    await arrived(2)
    await until(async () => expect(await deliveries(webhook)).toMatchObject([{ status: 'delivered', attempts: 2 }]))
    const [first, second] = receiver.received
    expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body])
  })

  test('waits as long as Retry-After asks', async () => {
    receiver.answer = { status: 503, headers: { 'Retry-After': '3600' } }
    const webhook = await create()
    await service.acme().agents.create(summariser)
    await arrived(1)
    await until(async () => expect(await deliveries(webhook)).toMatchObject([{ attempts: 1 }]))
    const [{ lastAttemptAt, nextAttemptAt } = expect.fail()] = await deliveries(webhook)
    expect((Date.parse(nextAttemptAt ?? '') - Date.parse(lastAttemptAt ?? '')) / 1000).toBeCloseTo(3600, 0)
  })

  test.each(['Fri, 27 Nov 2026 10:00:00 GMT', 'Friday, 27-Nov-26 10:00:00 GMT', 'Fri Nov 27 10:00:00 2026'])(
    'waits until the time of Retry-After in each form that HTTP has, wherever the service runs: %s',
    (retryAfter) => {
      expect(waitAfter(0, retryAfter, Date.UTC(2026, 10, 27, 8))).toBe(2 * 3_600_000)
    },
  )

  test('follows no redirect', async () => {
    receiver.answer = { status: 302, headers: { Location: `${receiver.url}/elsewhere` } }
    const webhook = await create()
    await service.acme().agents.create(summariser)
    await arrived(1)
    await until(async () => expect(await deliveries(webhook)).toMatchObject([{ failure: 'refused', httpStatus: 302 }]))
    expect(receiver.received.map(({ path }) => path)).toEqual(['/in'])
  })

  test('disables its webhook where the receiver answers 410, which is a change of the webhook', async () => {
    receiver.answer = { status: 410 }
    const webhook = await create()
    await service.acme().agents.create(summariser)
    await arrived(1)
    await until(async () =>
      expect(await service.acme().webhooks.get(webhook.id)).toMatchObject({ enabled: false, disabledReason: 'gone' }),
    )
    expect(await deliveries(webhook)).toMatchObject([{ status: 'failed', httpStatus: 410 }])
    expect((await service.acme().changes.list({ resourceId: webhook.id })).items[0]).toMatchObject({
      operation: 'deliver-webhook',
      actor: { type: 'service' },
      difference: [
        { pointer: '/enabled', before: true, after: false },
        { pointer: '/disabledReason', before: null, after: 'gone' },
      ],
    })
  })

  test('disables its webhook where all have failed for five days, and what still waits is given up', async () => {
    receiver.answer = { status: 500 }
    const webhook = await create()
    await service.acme().agents.create(summariser)
    await arrived(1)
    await until(async () => expect(await deliveries(webhook)).toMatchObject([{ attempts: 1 }]))
    await service.db('webhooks').update({ failing_since: service.db.raw("now() - interval '121 hours'") })
    await service.acme().webhooks.test(webhook.id)
    await arrived(2)
    await until(async () =>
      expect(await service.acme().webhooks.get(webhook.id)).toMatchObject({ disabledReason: 'failing' }),
    )
    await hurry()
    await until(async () =>
      expect(await deliveries(webhook)).toMatchObject([
        { type: 'webhook.test', status: 'failed', failure: 'refused' },
        { type: 'agent.created', status: 'failed', failure: 'disabled' },
      ]),
    )
  })
})

describe('a delivery that is sent again and again', () => {
  test('has one job while it is about to be sent, and none once its webhook is deleted', async () => {
    receiver.answer = 'hang'
    const webhook = await create()
    const from = (await newestChange()) + 1
    for (let i = 0; i < 3; i += 1) await service.acme().agents.create(summariser)
    await arrived(3)
    const { webhooks } = service.acme()
    for (let i = 0; i < 4; i += 1)
      expect(await webhooks.replay(webhook.id, { from, to: from + 2 })).toEqual({ deliveries: 3, next: null })
    for (const { id } of (await webhooks.deliveries.list(webhook.id)).items)
      expect(await webhooks.deliveries.redeliver(webhook.id, id)).toMatchObject({ id, status: 'pending' })
    expect(await jobsOf(webhook)).toHaveLength(3)
    await service.acme().webhooks.delete(webhook.id)
    expect(await jobsOf(webhook)).toEqual([])
  })

  test('is sent at once though it waits for its next attempt, whose job is replaced', async () => {
    receiver.answer = { status: 503, headers: { 'Retry-After': '3600' } }
    const webhook = await create()
    const from = (await newestChange()) + 1
    await service.acme().agents.create(summariser)
    const { webhooks } = service.acme()
    for (const attempts of [1, 2, 3]) {
      await until(async () => expect(await deliveries(webhook)).toMatchObject([{ status: 'pending', attempts }]))
      await until(async () => expect(await jobsOf(webhook)).toMatchObject([{ state: 'created' }]))
      const [{ id } = expect.fail()] = await deliveries(webhook)
      if (attempts === 2) await webhooks.deliveries.redeliver(webhook.id, id)
      else await webhooks.replay(webhook.id, { from, to: from })
    }
    await arrived(4)
  })
})

describe('a webhook', () => {
  test('that is enabled again goes on with the changes from then on', async () => {
    const webhook = await create({ enabled: false })
    await service.acme().agents.create(summariser)
    const { secret: _secret, ...body } = webhook
    await service.acme().webhooks.update(webhook.id, { ...body, enabled: true })
    const { id } = await service.acme().agents.create(summariser)
    await until(() => expect(bodies()).toMatchObject([{ data: { resource: { id } } }]))
  })

  test('of a suspended instance waits until the instance is resumed', async () => {
    const { webhooks, agents } = service.other()
    await webhooks.create({ url: receiver.url, events: ['agent.created'], enabled: true })
    await service.db('webhooks').update({ enabled: false })
    await agents.create(summariser)
    await service.db('instances').where({ id: 'other' }).update({ status: 'suspended' })
    await service.db('webhooks').update({ enabled: true })
    await create({ url: `${receiver.url}/meanwhile` })
    await untilOthersAreSent()
    expect(paths()).toEqual(['/meanwhile', '/meanwhile'])
    await service.db('instances').where({ id: 'other' }).update({ status: 'active' })
    await until(() => expect(paths()).toEqual(['/meanwhile', '/meanwhile', '/']))
  })

  test('is told of what follows a record that cannot be read', async () => {
    await create()
    await service.db('webhooks').update({ enabled: false })
    const unreadable = await service.acme().agents.create(summariser)
    await service.db('changes').where({ resource_id: unreadable.id }).update({ after: {} })
    await service.db('webhooks').update({ enabled: true })
    const { id } = await service.acme().agents.create(summariser)
    await until(() => expect(bodies()).toMatchObject([{ data: { resource: { id } } }]))
    await service.db('changes').where({ resource_id: unreadable.id }).delete()
  })

  test('with 10,000 deliveries that wait gets no more until some are done', async () => {
    const webhook = await create()
    await service.db.raw(
      `insert into webhook_deliveries (instance_id, webhook_id, id, type, body)
       select 'acme', ?, 'waits-' || n, 'agent.created', '{}' from generate_series(1, 10000) n`,
      [webhook.id],
    )
    await create({ url: `${receiver.url}/meanwhile` })
    await untilOthersAreSent()
    expect(paths()).toEqual(['/meanwhile', '/meanwhile'])
    await service.db('webhook_deliveries').where({ id: 'waits-1' }).update({ status: 'failed' })
    await until(() => expect(paths()).toContain('/in'))
  })
})

test('a replay sends the changes of a range, in steps, again under their ids', async () => {
  // Deliveries of the webhooks of other tests may still be on their way.
  const webhook = await create({ url: `${receiver.url}/replayed` })
  const received = () => receiver.received.filter(({ path }) => path === '/replayed')
  const { agents, webhooks } = service.acme()
  const from = (await newestChange()) + 1
  for (let i = 0; i < 3; i += 1) await agents.create(summariser)
  await until(() => expect(received()).toHaveLength(3))
  await until(async () => expect((await deliveries(webhook)).every(({ status }) => status === 'delivered')).toBe(true))
  expect(await webhooks.replay(webhook.id, { from, to: from + 1 })).toEqual({ deliveries: 2, next: null })
  await until(() => expect(received()).toHaveLength(5))
  const ids = received().map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids.slice(3))).toEqual(new Set(ids.slice(0, 3).filter((id) => ids.slice(3).includes(id))))
  expect(await webhooks.replay(webhook.id, { from: from + 5000, to: from + 6000 })).toEqual({
    deliveries: 0,
    next: null,
  })
})
