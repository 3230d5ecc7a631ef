import type { Response } from 'express'
import { rateLimited, type ProblemAnswer } from '../../contract/rules/problems.ts'
import { callerOf, instanceIdOf } from './admission.ts'
import { findWindow, type RequestCounts } from './request-counts.ts'
import type { Step } from './step.ts'

/** Requests a minute: of a caller to an instance, and of all callers to an instance (0 is no limit). */
export interface RateLimits {
  perMinute: number
  perInstance: number
  counts: RequestCounts
}

/**
 * Limits the requests of a minute, which begins with the first one. All instances that the token does not open share one
 * count, with the requests that name no instance. The headers are those of draft-ietf-httpapi-ratelimit-headers-08.
 */
export function limitRate({ perMinute, perInstance, counts }: RateLimits): Step {
  const limitCaller = createLimit('A caller', perMinute, counts)
  const limitInstance = createLimit('All callers of an instance together', perInstance, counts)
  return (request, response) => {
    const { subject, opens } = callerOf(response)
    const instanceId = instanceIdOf(request)
    const instance = instanceId !== null && opens(instanceId) ? instanceId : undefined
    const refusal = limitCaller(response, instance, subject)
    return refusal ?? (perInstance > 0 && instance !== undefined ? limitInstance(response, instance, null) : null)
  }
}

/**
 * A limit for a caller, or for all callers (null), of an instance. It does not count what it refuses itself; the caller's limit
 * has counted what the instance's then refuses.
 */
function createLimit(who: string, limit: number, counts: RequestCounts) {
  return (response: Response, instance: string | undefined, caller: string | null): ProblemAnswer | null => {
    const window = findWindow(counts, JSON.stringify([caller, instance]))
    const left = limit - window.total - window.unsent
    if (left > 0) window.unsent += 1
    const seconds = Math.max(1, Math.ceil((window.endsAt - performance.now()) / 1000))
    // The headers tell of the caller's limit, unless the other one refuses.
    if (left <= 0 || caller !== null) {
      const { headers } = response.locals
      headers['RateLimit'] = `"${limit}-in-1min"; r=${Math.max(0, left - 1)}; t=${seconds}`
      const partition = Buffer.from(window.key.slice(0, 12)).toString('base64')
      headers['RateLimit-Policy'] = `"${limit}-in-1min"; q=${limit}; w=60; pk=:${partition}:`
    }
    return left > 0 ? null : rateLimited(who, limit, seconds)
  }
}
