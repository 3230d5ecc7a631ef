import type { IntegrationRow } from '../../db/integrations.ts'
import type { Outcome } from '../../../contract/integration-types.ts'

export type Found = Pick<IntegrationRow, 'status' | 'is_healthy' | 'failed_checks'>

/**
 * The state of an integration after a background check. The first check of a configuration decides its status. Later only
 * three failures in a row set `error`, so that one short disturbance does not, and a rate limit is no failure: the vendor
 * answers.
 */
export function afterCheck({ status, is_healthy, failed_checks }: Found, outcome: Outcome): Found {
  if (outcome === 'ok') return { status: status === 'inactive' ? status : 'active', is_healthy: true, failed_checks: 0 }
  const isFirst = status === 'connecting'
  if (outcome === 'rate_limited' && !isFirst) return { status, is_healthy, failed_checks }
  const failures = Math.min(failed_checks + 1, failuresToError)
  const isError = isFirst || (status === 'active' && failures === failuresToError)
  return { status: isError ? 'error' : status, is_healthy: false, failed_checks: failures }
}

/**
 * The milliseconds until the next check of an integration, varied by a tenth so that integrations are not all checked at once.
 * After an error the wait begins at a minute and grows.
 */
export function msToNextCheck(
  { status, updated_at }: Pick<IntegrationRow, 'status' | 'updated_at'>,
  found: Found,
  intervalMs: number,
): number {
  const sinceErrorMs = status === found.status ? Date.now() - Date.parse(updated_at) : 0
  const waitMs = found.status === 'error' ? Math.max(sinceErrorMs, 60_000) : intervalMs
  return Math.min(waitMs, intervalMs) * (0.9 + 0.2 * Math.random())
}

const failuresToError = 3
