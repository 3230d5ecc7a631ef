import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ProblemAnswer } from '../../contract/rules/problems.ts'
import { callerOf } from './admission.ts'
import type { Step } from './step.ts'

/**
 * Limits the rate per caller and instance, in this process, in windows of a minute. All instances that the token does not
 * open share one count: otherwise made-up names would each get a new count. Beyond 100,000 counts the oldest are forgotten.
 * The headers are those of draft-ietf-httpapi-ratelimit-headers-08.
 */
export function limitRate(perMinute: number): Step {
  const counts = new LRUCache<string, Count>({ max: 100_000, ttl: windowMs, noUpdateTTL: true })
  const tooMany: ProblemAnswer = {
    status: 429,
    code: 'rate_limited',
    detail: `A caller may send ${perMinute} requests a minute. Wait for the seconds in Retry-After.`,
  }
  return ({ params: { instanceId } }, response) => {
    const { subject, instances } = callerOf(response)
    const key = JSON.stringify([subject, instances.find((name) => name === instanceId)])
    const known = counts.get(key)
    const count = known ?? open(key, perMinute)
    if (!known) counts.set(key, count)
    count.requests += 1
    const seconds = Math.ceil((count.endsAt - performance.now()) / 1000)
    const remaining = Math.max(0, perMinute - count.requests)
    const { headers } = response.locals
    headers['RateLimit'] = `"${perMinute}-in-1min"; r=${remaining}; t=${seconds}`
    headers['RateLimit-Policy'] = count.policy
    if (count.requests <= perMinute) return null
    return { ...tooMany, headers: { 'Retry-After': String(seconds) } }
  }
}

function open(key: string, perMinute: number): Count {
  const partition = createHash('sha256').update(key).digest('hex').slice(0, 12)
  const policy = `"${perMinute}-in-1min"; q=${perMinute}; w=60; pk=:${Buffer.from(partition).toString('base64')}:`
  return { requests: 0, endsAt: performance.now() + windowMs, policy }
}

interface Count {
  requests: number
  endsAt: number
  /** The header `RateLimit-Policy`, which names the caller's count by a hash. */
  policy: string
}

const windowMs = 60_000
