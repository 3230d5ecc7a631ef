import type { IntegrationRow } from '../../db/integrations.ts'
import type { Outcome } from '../../../contract/integration-types.ts'

export type Found = Partial<Pick<IntegrationRow, 'status' | 'is_healthy' | 'failed_checks'>>

/**
 * The changes to an integration after a background check. The first check of a configuration decides its status. Later only
 * three failures in a row set `error`, so that one short disturbance does not. An outcome that proves nothing about the
 * configuration, such as a vendor's outage, changes nothing.
 */
export function afterCheck(
  { status, failed_checks }: Pick<IntegrationRow, 'status' | 'failed_checks'>,
  outcome: Outcome,
): Found {
  if (provesNothing.has(outcome)) return {}
  if (outcome === 'ok') {
    return {
      status: status === 'inactive' ? status : 'active',
      is_healthy: true,
      failed_checks: 0,
    }
  }
  const failures = Math.min(failed_checks + 1, failuresToError)
  const isError = status === 'connecting' || (status === 'active' && failures === failuresToError)
  return {
    status: isError ? 'error' : status,
    is_healthy: false,
    failed_checks: failures,
  }
}

/**
 * The milliseconds until the next check of an integration, varied by a tenth so that integrations are not all checked at once.
 * After a first check that proved nothing, the wait begins at a minute and grows.
 */
export function msToNextCheck(
  { status, updated_at }: Pick<IntegrationRow, 'status' | 'updated_at'>,
  found: Found,
  intervalMs: number,
): number {
  const isUndecided = status === 'connecting' && found.status === undefined
  const waitedMs = Math.max(Date.now() - Date.parse(updated_at), 60_000)
  return Math.min(isUndecided ? waitedMs : intervalMs, intervalMs) * (0.9 + 0.2 * Math.random())
}

/**
 * The outcomes that prove nothing about a configuration. `blocked_host` is not one of them: it follows from the
 * configuration and the operator's rules, so another attempt would not change it.
 */
const provesNothing: ReadonlySet<Outcome> = new Set([
  'clock_skew',
  'rate_limited',
  'vendor_unavailable',
  'timeout',
  'network_error',
  'unexpected_response',
])

const failuresToError = 3
