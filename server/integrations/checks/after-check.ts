import type { IntegrationRow } from '../../db/integrations.ts'
import type { Outcome } from '../../../contract/integration-types.ts'

export type Found = Pick<IntegrationRow, 'status' | 'is_healthy' | 'failed_checks'>

/**
 * The state of an integration after a background check. What proves a bad configuration sets `error` at once; what may pass by
 * itself does so the third time in a row, or when nothing is known yet. A rate limit is no failure: the vendor answers.
 */
export function afterCheck({ status, is_healthy, failed_checks }: Found, outcome: Outcome): Found {
  if (outcome === 'ok') return { status: status === 'inactive' ? status : 'active', is_healthy: true, failed_checks: 0 }
  if (outcome === 'rate_limited') return { status, is_healthy, failed_checks }
  const failures = Math.min(failed_checks + 1, mostFailures)
  const isError = status === 'connecting' || !passing.has(outcome) || failures >= failuresToError
  return { status: isError && status !== 'inactive' ? 'error' : status, is_healthy: false, failed_checks: failures }
}

/** Outcomes that say nothing about the configuration. */
const passing: ReadonlySet<Outcome> = new Set([
  'timeout',
  'network_error',
  'vendor_unavailable',
  'unexpected_response',
  'clock_skew',
])

/**
 * The milliseconds until the next check of an integration, varied by a tenth so that integrations are not all checked at once.
 * While the status is `error` or `connecting`, the wait begins at a minute and grows.
 */
export function msToNextCheck(
  { status, updated_at }: Pick<IntegrationRow, 'status' | 'updated_at'>,
  found: Found,
  intervalMs: number,
): number {
  const sinceChangeMs = status === found.status ? Date.now() - Date.parse(updated_at) : 0
  const waitMs = found.status === 'active' ? intervalMs : Math.max(sinceChangeMs, 60_000)
  return Math.min(waitMs, intervalMs) * (0.9 + 0.2 * Math.random())
}

const failuresToError = 3
/** As many as the column holds. */
const mostFailures = 32_767
