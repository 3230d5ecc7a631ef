import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slack } from '../helpers/data/integrations.ts'
import { userInput } from '../helpers/data/users.ts'
import { webhookInput } from '../helpers/data/webhooks.ts'
import { outcome, refusal } from '../helpers/outcomes.ts'
import { inOneMinute } from '../helpers/rate-limits.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  // No host has an address: nothing is sent. No password is kept, which would take its time.
  service = await startTestService(
    { rateLimitPerMinute: 10, connectionTestsPerMinute: 2, identityDirectory: 'none' },
    { lookup: async () => [] },
  )
})
afterAll(() => service.close())

let callers = 0
/** Each time another caller, of whom nothing is counted yet. */
function newCaller() {
  const sub = `caller-${(callers += 1)}`
  return service.client('Administrator', { sub, client_id: sub }).instance('acme')
}

describe('429', () => {
  test('createUsers: each user counts as a request; a batch that is too large for what is left creates nobody', () =>
    inOneMinute(service.db, async () => {
      const { users } = newCaller()
      const some = (from: number, count: number) => ({
        users: Array.from({ length: count }, (_, at) => withoutPassword(`n-${callers}-${from + at}`)),
      })
      const before = await service.db('users').select('id')
      const { response } = await users.createMany(some(0, 6)).withResponse()
      expect(response.headers.get('ratelimit')).toContain('r=4;')
      const refused = await refusal(users.createMany(some(6, 5)))
      expect(refused).toMatchObject({ status: 429, code: 'rate_limited' })
      expect(refused.message).toContain('each item of this one counts')
      const { results } = await users.createMany(some(6, 3))
      expect(results.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(await service.db('users').select('id')).toHaveLength(before.length + 9)
    }))

  test('testUnsavedIntegration: other requests of the caller go on, and its own tests of what is saved', () =>
    inOneMinute(service.db, async () => {
      const { integrations } = newCaller()
      const sent = () => integrations.testUnsaved({ type: slack.type, metadata: slack.metadata })
      await sent()
      await sent()
      const refused = await refusal(sent())
      expect(refused).toMatchObject({ status: 429, code: 'rate_limited' })
      expect(refused.message).toMatch(/For this operation, a caller may send 2 requests a minute/)
      expect(refused.response.headers.get('ratelimit')).toMatch(/^"2-in-1min"; r=0/)
      const { id } = await integrations.create({ ...slack, name: `Of ${callers}` })
      await integrations.test(id)
    }))

  test.each(['test', 'replay', 'redeliver'] as const)('%sWebhook has a limit of its own', (action) =>
    inOneMinute(service.db, async () => {
      const { webhooks } = newCaller()
      const { id } = await webhooks.create(webhookInput())
      const send = {
        test: () => webhooks.test(id),
        replay: () => webhooks.replay(id, { from: 1, to: 2 }),
        redeliver: () => webhooks.deliveries.redeliver(id, 'any'),
      }[action]
      const isLimited = async () => {
        const came: object = await outcome<object>(send())
        return 'status' in came && came.status === 429
      }
      expect([await isLimited(), await isLimited(), await isLimited()]).toEqual([false, false, true])
    }),
  )
})

test('getUserAccount: of an account that others keep nothing is told', async () => {
  const { users } = newCaller()
  const { id } = await users.create(withoutPassword('ada'))
  expect(await users.getAccount(id)).toEqual({
    state: 'kept_elsewhere',
    lastSignInAt: null,
    hasTemporaryPassword: null,
    refused: null,
    isChanging: false,
  })
})

function withoutPassword(username: string) {
  const { temporaryPassword: _, ...input } = userInput(username)
  return input
}
