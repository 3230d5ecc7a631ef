import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileNames } from '../helpers/data/hostile-targets.ts'
import { startReceiver, toReceivers, type Receiver } from '../helpers/programs/receiver.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { describeHostile, throughBothDoors } from './outbound-doors.ts'

// One a way to write a host. outbound-guard.test.ts has them all, without the service, and the heavy test with it.
describeHostile(['127.0.0.1', '2130706433', '%31%32%37.0.0.1', 'localhost.', '[::1]', '[::ffff:127.0.0.1]'], (type) =>
  type === 'WEBHOOK' ? Object.keys(hostileNames) : ['half-public.example.test'],
)

describe('of a host that the operator opened', () => {
  let receiver: Receiver
  let service: TestService
  let answers: string[][] = []
  beforeAll(async () => {
    receiver = await startReceiver()
    const lookup = async () => answers.shift() ?? ['127.0.0.1']
    service = await startTestService(toReceivers.overrides, { lookup })
  })
  afterAll(async () => {
    await service.close()
    await receiver.close()
  })
  const probe = () => {
    const { hostname, port } = new URL(receiver.url)
    receiver.received.length = 0
    return throughBothDoors(service, 'WEBHOOK', hostname, Number(port))
  }

  test('each test resolves the name once, and anew', async () => {
    expect(await probe()).toBe('ok')
    expect(receiver.received).toHaveLength(2)
    answers = [['10.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['127.0.0.1']]
    expect(await probe()).toBe('blocked_host')
    expect([receiver.received, answers]).toEqual([[], [['127.0.0.1']]])
  })

  test.each([301, 302, 303, 307, 308])('a redirect with %i is followed through neither door', async (status) => {
    receiver.answer = { status, headers: { location: `${receiver.url}/elsewhere` } }
    expect(await probe()).toBe('unexpected_response')
    expect(receiver.received.map(({ path }) => path)).toEqual(['/', '/'])
  })
})
