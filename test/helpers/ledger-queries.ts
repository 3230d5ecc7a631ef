import { describe, expect, test } from 'vitest'
import { faultsOf } from './faults.ts'
import type { TestService } from './service.ts'

/** The facts that hold for every operation that filters the ledger: each query with its one fault, and empty ranges. */
export function describeFaultyQueries(
  service: () => TestService,
  path: string,
  faults: readonly [query: string, fault: string][],
): void {
  describe('400', () => {
    test('a range that begins above its end', async () => {
      const answer = await service().request(`${path}?costMin=2&costMax=1&timeMin=5&timeMax=4`)
      expect(answer.status).toBe(400)
      expect(faultsOf(answer)).toEqual(['query /costMin range', 'query /timeMin range'])
    })

    test.each(faults)('%s', async (query, fault) => {
      const answer = await service().request(`${path}?${query}`)
      expect([answer.status, faultsOf(answer)]).toEqual([400, [fault]])
    })
  })
}
