import { describe, expect, it } from 'vitest'
import { connectionTestOutcomeValues } from '../../sdk/src/index.ts'
import { afterCheck } from '../../server/integrations/checks/after-check.ts'

/** The status after each of three checks with this outcome. */
function statusesAfter(outcome: (typeof connectionTestOutcomeValues)[number], status: 'active' | 'connecting') {
  let found: Parameters<typeof afterCheck>[0] = { status, is_healthy: status === 'active', failed_checks: 0 }
  return [1, 2, 3].map(() => {
    found = afterCheck(found, outcome)
    return found.status
  })
}

describe('a background check of an active integration', () => {
  it.each([
    [
      ['bad_credentials', 'missing_permission', 'not_found', 'invalid_configuration', 'blocked_host'],
      'error error error',
    ],
    [['timeout', 'network_error', 'vendor_unavailable', 'unexpected_response', 'clock_skew'], 'active active error'],
    [['rate_limited', 'ok'], 'active active active'],
  ])('%s: %s', (outcomes, statuses) => {
    const those = connectionTestOutcomeValues.filter((outcome) => outcomes.includes(outcome))
    expect(those).toHaveLength(outcomes.length)
    for (const outcome of those)
      expect([outcome, statusesAfter(outcome, 'active').join(' ')]).toEqual([outcome, statuses])
  })
})

it.each(connectionTestOutcomeValues)('the first check decides at once, unless it was limited: %s', (outcome) => {
  const [first] = statusesAfter(outcome, 'connecting')
  expect(first).toBe(outcome === 'ok' ? 'active' : outcome === 'rate_limited' ? 'connecting' : 'error')
})

it('failures are counted as far as the column can', () => {
  const worn = { status: 'error', is_healthy: false, failed_checks: 32_767 } as const
  expect(afterCheck(worn, 'timeout').failed_checks).toBe(32_767)
})
