import { rateLimited, type ProblemAnswer } from '../../contract/rules/problems.ts'
import { callerOf, instanceIdOf, type Call, type Step } from './call.ts'
import { findCount, type RequestCounts } from './request-counts.ts'

export interface RateLimits {
  /** Requests a minute of a caller to an instance. */
  perMinute: number
  /** Requests a minute of a caller to an operation that has a limit of its own. */
  perOperation: number
  counts: RequestCounts
}

/**
 * Limits the requests of a minute, which begins with the first one. `countRequests` says as how many a request counts. All
 * instances that the token does not open share one count, with the requests that name no instance. The headers are those of
 * draft-ietf-httpapi-ratelimit-headers-08.
 */
export function limitRate({ perMinute, counts }: RateLimits, countRequests: (call: Call) => number): Step {
  const limit = createLimit('A caller', perMinute, counts)
  return (call) => {
    const { subject, opens } = callerOf(call)
    const instanceId = instanceIdOf(call)
    const instance = instanceId !== null && opens(instanceId) ? instanceId : undefined
    return limit(call, instance, subject, countRequests(call))
  }
}

/** The step for an operation that has a limit of its own, beside the other ones. */
export function limitOperation({ perOperation, counts }: RateLimits): Step {
  const limit = createLimit('For this operation, a caller', perOperation, counts)
  return (call) => limit(call, `${instanceIdOf(call)} ${call.operation.id}`, callerOf(call).subject, 1)
}

/** A limit for a caller of an instance. It does not count what it refuses. */
function createLimit(who: string, limit: number, counts: RequestCounts) {
  return ({ headers }: Call, instance: string | undefined, caller: string, requests: number): ProblemAnswer | null => {
    const count = findCount(counts, `${instance ?? ''}\n${caller}`)
    const left = limit - count.total - count.unsent
    const isWithin = left >= requests
    if (isWithin) count.unsent += requests
    const seconds = Math.max(1, Math.ceil((count.endsAt - performance.now()) / 1000))
    headers['RateLimit'] = `"${limit}-in-1min"; r=${Math.max(0, isWithin ? left - requests : left)}; t=${seconds}`
    headers['RateLimit-Policy'] = `"${limit}-in-1min"; q=${limit}; w=60; pk=:${count.partition}:`
    return isWithin ? null : rateLimited(who, limit, seconds, requests === 1)
  }
}
