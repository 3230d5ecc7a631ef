import { Readable } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runTest } from './vendor.ts'
import { interceptVendors, nock } from '../../helpers/vendors.ts'

interceptVendors()
afterEach(() => {
  nock.cleanAll()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const never = () => new Promise<never>(() => {})

describe('the time', () => {
  it('is one budget for the token and the test request', async () => {
    const budget = new AbortController()
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(budget.signal)
    nock(/./).post(/.*/).reply(200, { access_token: 'abc' })
    nock(/./)
      .get(/.*/)
      .reply(() => {
        budget.abort()
        return never()
      })
    expect((await runTest('HELP_SCOUT', { timeoutMs: 90 })).outcome).toBe('timeout')
    expect(limit.mock.calls).toEqual([[90]])
  })

  it('ends a lookup that hangs', async () => {
    expect((await runTest('HUBSPOT', { lookup: never, timeoutMs: 20 })).outcome).toBe('timeout')
    expect((await runTest('POSTGRESQL', { lookup: never, timeoutMs: 20 })).outcome).toBe('timeout')
  })

  it('ends a body that stalls', async () => {
    const stalling = new Readable({ read() {} })
    nock(/./)
      .get(/.*/)
      .reply(200, () => stalling)
    expect((await runTest('HUBSPOT', { timeoutMs: 20 })).outcome).toBe('timeout')
  })

  it('counts a timeout of the operating system as one', async () => {
    nock(/./)
      .get(/.*/)
      .replyWithError(Object.assign(new Error(), { code: 'ETIMEDOUT' }))
    expect((await runTest('HUBSPOT')).outcome).toBe('timeout')
  })

  it('is measured', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    nock(/./)
      .get(/.*/)
      .reply(() => {
        vi.advanceTimersByTime(49.6)
        return [200, '{}']
      })
    expect((await runTest('HUBSPOT')).durationMs).toBe(50)
  })
})

describe("the caller's signal", () => {
  it('rejects with its reason, before and during the test', async () => {
    const reason = new Error('the server closes')
    await expect(runTest('HUBSPOT', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)

    const controller = new AbortController()
    nock(/./)
      .get(/.*/)
      .reply(() => {
        controller.abort(reason)
        return never()
      })
    await expect(runTest('HUBSPOT', { signal: controller.signal })).rejects.toBe(reason)
  })
})

describe('the body', () => {
  const models = JSON.stringify({
    models: Array.from({ length: 6_000 }, (_, id) => ({ id, name: `model ${id}` })),
  })

  it('beyond 64 KiB is not read; where no rule needs it, the status decides', async () => {
    expect(models.length).toBeGreaterThan(2 * 64 * 1024)
    nock(/./).get(/.*/).reply(200, models)
    expect((await runTest('OPENAI')).outcome).toBe('ok')
    nock(/./).get(/.*/).reply(200, models)
    expect((await runTest('AWS_BEDROCK')).outcome).toBe('ok')
  })

  it('beyond 64 KiB does not meet an expectation', async () => {
    nock(/./).get(/.*/).reply(200, `{"indexes":[],"more":${models}}`)
    expect((await runTest('PINECONE')).outcome).toBe('unexpected_response')
  })

  it.each([
    ['deep nesting', '['.repeat(60_000)],
    ['a prototype as a member', '{"__proto__":{"active":true}}'],
    ['null', 'null'],
    ['nothing', ''],
  ])('of %s is read safely', async (_what, body) => {
    nock(/./).get(/.*/).reply(200, body)
    expect((await runTest('ATTIO')).outcome).toMatch(/^(?:bad_credentials|unexpected_response)$/)
  })
})
