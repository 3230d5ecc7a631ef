import type { PolicyStatus, TwuBacktest, WorkLedgerEntry } from '../../../spec/gen/openapi.gen.ts'
import { keepShort } from '../executions.ts'
import { describeValue } from '../payload.ts'
import { sumOutcome } from '../work-ledger.ts'
import { pair, takeFitting } from './compare.ts'
import type { Computed } from './evaluate.ts'

/** An execution as it was computed when it was reported, and as a version computes it. */
export interface TestedExecution {
  entry: WorkLedgerEntry
  computed: Pick<Computed, 'outcomes' | 'policyStatus'>
}

/** What a version says of executions, beside what was said; so many of them were found. */
export function backtest(
  { version, outcomes }: { version: number; outcomes: readonly { name: string }[] },
  tested: readonly TestedExecution[],
  found: number,
): TwuBacktest {
  const compared = tested.map(compareExecution)
  const shown = takeFitting(compared)
  const [before, after] = [tested.map(({ entry }) => entry), tested.map(({ computed }) => computed)]
  const statuses = compared.map(({ policyStatus }) => policyStatus)
  return {
    version,
    found,
    evaluated: tested.length,
    changed: compared.filter(({ isChanged }) => isChanged).length,
    policyStatus: {
      before: countStatuses(statuses.map((status) => status.before)),
      after: countStatuses(statuses.map((status) => status.after)),
    },
    sums: outcomes.map(({ name }) => ({ name, before: sumOutcome(before, name), after: sumOutcome(after, name) })),
    executions: shown,
    executionsLeftOut: compared.length - shown.length,
  }
}

function compareExecution({ entry, computed }: TestedExecution): TwuBacktest['executions'][number] {
  const { id, title, createdAt, modelVersion = 1, outcomes = [], review } = entry
  const results = pair(outcomes, keepShort(computed.outcomes))
  const policyStatus = { before: review?.computed ?? entry.policyStatus, after: computed.policyStatus }
  const isOther = results.some(({ before, after }) => describeValue(before) !== describeValue(after))
  const isChanged = isOther || policyStatus.before !== policyStatus.after
  return { id, title, createdAt, modelVersion, isChanged, results, policyStatus }
}

function countStatuses(statuses: readonly PolicyStatus[]) {
  const count = (wanted: PolicyStatus) => statuses.filter((status) => status === wanted).length
  return {
    compliant: count('compliant'),
    non_compliant: count('non_compliant'),
    review_required: count('review_required'),
  }
}
