import type { IntegrationRow } from '../../db/integrations.ts'
import type { Outcome } from '../../../contract/integration-types.ts'

export type Found = Partial<
  Pick<IntegrationRow, 'status' | 'is_healthy' | 'last_health_check' | 'failed_checks'>
>

/**
 * What a background check changes about an integration. The first check of a configuration decides its status; later
 * it takes three failures in a row, so that one bad moment turns nothing off. An outcome that proves nothing about
 * the configuration changes nothing: the vendor's bad day is not an error of ours.
 */
export function afterCheck(
  { status, failed_checks }: Pick<IntegrationRow, 'status' | 'failed_checks'>,
  outcome: Outcome,
  testedAt: Date,
): Found {
  if (provesNothing.has(outcome)) return {}
  if (outcome === 'ok') {
    return {
      status: status === 'inactive' ? status : 'active',
      is_healthy: true,
      last_health_check: testedAt,
      failed_checks: 0,
    }
  }
  const failures = Math.min(failed_checks + 1, FAILURES_TO_ERROR)
  const isError = status === 'connecting' || (status === 'active' && failures === FAILURES_TO_ERROR)
  return {
    status: isError ? 'error' : status,
    is_healthy: false,
    last_health_check: testedAt,
    failed_checks: failures,
  }
}

/**
 * How long an integration is left alone, give or take a tenth, so that those created together do not stay together.
 * One whose first check proved nothing is asked again after a minute, and then ever less often.
 */
export function msToNextCheck(
  { status, updated_at }: Pick<IntegrationRow, 'status' | 'updated_at'>,
  found: Found,
  intervalMs: number,
): number {
  const isUndecided = status === 'connecting' && found.status === undefined
  const waitedMs = Math.max(Date.now() - updated_at.getTime(), 60_000)
  return Math.min(isUndecided ? waitedMs : intervalMs, intervalMs) * (0.9 + 0.2 * Math.random())
}

/**
 * `blocked_host` is not among them: it follows from the configuration and the operator's rules, and waiting mends
 * neither.
 */
const provesNothing: ReadonlySet<Outcome> = new Set([
  'clock_skew',
  'rate_limited',
  'vendor_unavailable',
  'timeout',
  'network_error',
  'unexpected_response',
])

const FAILURES_TO_ERROR = 3
