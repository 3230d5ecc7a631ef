import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { webhooks, type Resources, type WebhookEvent } from '../../sdk/src/index.ts'
import { seedWorld } from '../../sdk/src/testing/world/index.ts'
import { human } from '../helpers/data/agents.ts'
import { webhookInput } from '../helpers/data/webhooks.ts'
import { clientOf, startTestMock } from '../helpers/programs/mock.ts'
import { until } from '../helpers/until.ts'

let mock: Awaited<ReturnType<typeof startTestMock>>
let demo: Resources
let url: string
let secret = ''
const events: WebhookEvent[] = []
const receiver = createServer((request, response) => {
  const receive = async () => {
    events.push(await webhooks.unwrap(await text(request), request.headers, secret))
    const isBusy = request.url === '/busy' && events.length % 2 === 1
    response.writeHead(request.url === '/gone' ? 410 : isBusy ? 503 : 204).end()
  }
  void receive()
})
beforeAll(async () => {
  const world = seedWorld()
  mock = await startTestMock({ seedFor: (id) => (id === 'seeded' ? world : {}), checkAfterMs: 3_600_000 })
  demo = clientOf(mock).instance('demo')
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  await mock.stop()
  receiver.close()
})

test('a receiver on this machine is really called, with a signature that holds, and the deliveries tell of it', async () => {
  const webhook = await demo.webhooks.create(webhookInput({ url, events: ['agent.created', 'integration.broken'] }))
  secret = webhook.secret ?? expect.fail()
  const agent = await demo.agents.create(human)
  await until(() => expect(events).toMatchObject([{ type: 'agent.created', data: { resource: { id: agent.id } } }]))
  const { id } = await demo.integrations.create({
    name: 'Chat [bad_credentials]',
    type: 'SLACK',
    metadata: { botToken: 'xoxb-0000000000-demo' },
  })
  await demo.integrations.test(id)
  await until(() => expect(events.at(-1)).toMatchObject({ type: 'integration.broken', data: { resource: { id } } }))
  await until(async () =>
    expect((await demo.webhooks.deliveries.list(webhook.id)).items).toMatchObject([
      { type: 'integration.broken', status: 'delivered', attempts: 1, httpStatus: 204 },
      { type: 'agent.created', status: 'delivered', attempts: 1, httpStatus: 204 },
    ]),
  )
  await demo.webhooks.update(webhook.id, webhookInput({ url: `${url}/gone` }))
  await demo.webhooks.test(webhook.id)
  await until(async () =>
    expect((await demo.webhooks.deliveries.list(webhook.id)).items[0]).toMatchObject({
      status: 'failed',
      failure: 'refused',
      httpStatus: 410,
    }),
  )
  expect(await demo.webhooks.get(webhook.id)).toMatchObject({ enabled: false, disabledReason: 'gone' })
  expect((await demo.changes.list({ resourceId: webhook.id })).items[0]).toMatchObject({
    operation: 'deliver-webhook',
    difference: [{ pointer: '/enabled' }, { pointer: '/disabledReason' }],
  })
})

test('what a receiver does not take is sent once more, a little later', async () => {
  events.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const webhook = await demo.webhooks.create(webhookInput({ url: `${url}/busy` }))
  secret = webhook.secret ?? expect.fail()
  await demo.webhooks.test(webhook.id)
  const find = async () => (await demo.webhooks.deliveries.list(webhook.id)).items[0]
  await until(async () => expect(await find()).toMatchObject({ status: 'pending', attempts: 1, httpStatus: 503 }))
  vi.advanceTimersByTime(5000)
  await until(async () => expect(await find()).toMatchObject({ status: 'delivered', attempts: 2, failure: null }))
  await demo.webhooks.delete(webhook.id)
})

test('the first event of an instance that begins with much is sent at once, too', async () => {
  events.length = 0
  const { webhooks } = clientOf(mock).instance('seeded')
  const webhook = await webhooks.create(webhookInput({ url }))
  secret = webhook.secret ?? expect.fail()
  await webhooks.test(webhook.id)
  await until(() => expect(events).toMatchObject([{ type: 'webhook.test' }]))
})

test('nobody else is called', async () => {
  const webhook = await demo.webhooks.create(webhookInput({ url: 'https://hooks.example.com/' }))
  await demo.webhooks.test(webhook.id)
  await until(async () =>
    expect((await demo.webhooks.deliveries.list(webhook.id)).items).toMatchObject([
      { status: 'failed', failure: 'blocked_host', httpStatus: null },
    ]),
  )
})
