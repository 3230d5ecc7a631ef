import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { ProblemAnswer } from '../../contract/rules/problems.ts'
import { callerOf } from './admission.ts'
import { createCounting, openCount, type RequestCount } from './request-count.ts'
import type { SharedCounts } from './shared-counts.ts'
import type { Step } from './step.ts'

export interface RateLimits {
  /** Requests a minute per caller and instance. */
  perMinute: number
  /** Requests a minute per instance, of all callers together; 0 is no limit. */
  perInstance: number
  /** The counts of all servers; null where this process counts for itself. */
  shared: SharedCounts | null
}

/**
 * Limits the rate per caller and instance, and per instance, in windows of a minute. All instances that the token does not
 * open share one count: otherwise made-up names would each get a new count. The headers are those of
 * draft-ietf-httpapi-ratelimit-headers-08.
 */
export function limitRate({ perMinute, perInstance, shared }: RateLimits): Step {
  const judgeCaller = createLimit('A caller', perMinute, shared)
  const judgeInstance =
    perInstance > 0 ? createLimit('All callers of an instance together', perInstance, shared) : null
  return ({ params: { instanceId } }, response) => {
    const { subject, instances } = callerOf(response)
    const instance = instances.find((name) => name === instanceId)
    const refusal = judgeCaller(response, instance, subject)
    if (!judgeInstance || instance === undefined) return refusal
    if (refusal instanceof Promise)
      return refusal.then((refusal) => refusal ?? judgeInstance(response, instance, null))
    return refusal ?? judgeInstance(response, instance, null)
  }
}

/** A limit of the requests of a caller, or of all callers (null), to an instance. It remembers its last 50,000 counts. */
function createLimit(who: string, limit: number, shared: SharedCounts | null) {
  const counts = new LRUCache<string, LimitedCount>({ max: 50_000 })
  const countRequest = createCounting(limit, shared)
  const tooMany: ProblemAnswer = {
    status: 429,
    code: 'rate_limited',
    detail: `${who} may send ${limit} requests a minute. Wait for the seconds in Retry-After.`,
  }

  return function judge(response: Response, instance: string | undefined, caller: string | null) {
    const count = findCount(JSON.stringify([caller, instance]), instance)
    const decide = (place: number) => {
      const isOver = place > limit
      const seconds = Math.max(1, Math.ceil((count.endsAt - performance.now()) / 1000))
      // They tell of the caller's limit, unless the other one refuses.
      if (isOver || caller !== null) {
        const { headers } = response.locals
        headers['RateLimit'] = `"${limit}-in-1min"; r=${Math.max(0, limit - place)}; t=${seconds}`
        headers['RateLimit-Policy'] = count.policy
      }
      return isOver ? { ...tooMany, headers: { 'Retry-After': String(seconds) } } : null
    }
    const place = countRequest(count)
    return place instanceof Promise ? place.then(decide) : decide(place)
  }

  function findCount(name: string, instance = ''): LimitedCount {
    const known = counts.get(name)
    if (known && performance.now() < known.endsAt) return known
    const key = createHash('sha256').update(name).digest('hex').slice(0, 32)
    const opened = { ...openCount({ instanceId: instance, key }), policy: describePolicy(limit, key) }
    counts.set(name, opened)
    return opened
  }
}

function describePolicy(limit: number, key: string): string {
  const partition = Buffer.from(key.slice(0, 12)).toString('base64')
  return `"${limit}-in-1min"; q=${limit}; w=60; pk=:${partition}:`
}

interface LimitedCount extends RequestCount {
  /** The header `RateLimit-Policy`, which names the count by a hash. */
  policy: string
}
