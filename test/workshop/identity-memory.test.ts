import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryAdapter } from '../../workshop/identity-provider/memory-adapter.ts'
import { createThrottle } from '../../workshop/identity-provider/throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what the provider remembers', () => {
  test('is found by id and by uid until it expires', async () => {
    const sessions = createMemoryAdapter()
    await sessions.upsert('a', { uid: 'u' }, 60)
    expect(await sessions.find('a')).toEqual({ uid: 'u' })
    expect(await sessions.findByUid('u')).toEqual({ uid: 'u' })
    vi.advanceTimersByTime(76_000)
    expect(await sessions.find('a')).toBeUndefined()
    expect(await sessions.findByUid('u')).toBeUndefined()
  })

  test('is 1,000 of a kind, the newest', async () => {
    const interactions = createMemoryAdapter()
    for (let n = 0; n < 1001; n += 1) await interactions.upsert(`i${n}`, {}, 60)
    expect(await interactions.find('i0')).toBeUndefined()
    expect(await interactions.find('i1')).toBeDefined()
    expect(await interactions.find('i1000')).toBeDefined()
  })

  test('goes when it is destroyed, or when its grant is revoked', async () => {
    const tokens = createMemoryAdapter()
    await tokens.upsert('a', { grantId: 'g' }, 60)
    await tokens.upsert('b', { grantId: 'g' }, 60)
    await tokens.upsert('c', { grantId: 'h' }, 60)
    await tokens.revokeByGrantId('g')
    expect(await Promise.all(['a', 'b', 'c'].map((id) => tokens.find(id)))).toEqual([
      undefined,
      undefined,
      { grantId: 'h' },
    ])
    await tokens.destroy('c')
    expect(await tokens.find('c')).toBeUndefined()
  })

  test('knows what has been used', async () => {
    vi.setSystemTime(5000)
    const codes = createMemoryAdapter()
    await codes.upsert('a', {}, 60)
    await codes.consume('a')
    await codes.consume('unknown')
    expect(await codes.find('a')).toEqual({ consumed: 5 })
  })
})

describe('the throttle', () => {
  test('lets 5 attempts through, then none until 15 minutes after the first', () => {
    const throttle = createThrottle()
    for (let attempt = 0; attempt < 5; attempt += 1) expect(throttle.begin('ada')).toBe(0)
    vi.advanceTimersByTime(60_000)
    expect(throttle.begin('ada')).toBe(14 * 60)
    expect(throttle.begin('bob')).toBe(0)
    vi.advanceTimersByTime(14 * 60_000 + 1)
    expect(throttle.begin('ada')).toBe(0)
  })

  test('forgets failures after a success', () => {
    const throttle = createThrottle()
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect(throttle.begin('ada')).toBe(0)
      if (attempt % 5 === 4) throttle.succeed('ada')
    }
  })
})
