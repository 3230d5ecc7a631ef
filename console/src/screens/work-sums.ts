import type { WorkLedgerSummary } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import { readAgain, useApi } from '../api.ts'
import { beginOfDay } from '../days.ts'
import type { LedgerQuery } from '../filters.ts'

/** What was counted in the last 30 days by agent or by name of a model: of all entries, and of a part of them. */
export function useSums(groupBy: 'agent' | 'modelName', part: Pick<LedgerQuery, 'status' | 'policyStatus'>) {
  const { queries, may } = useApi()
  const query = { createdFrom: beginOfDay(29), groupBy }
  const often = { ...readAgain, enabled: may('workLedger.summarise') }
  const all = useQuery({ ...queries.workLedger.summarise(query), ...often })
  return { all, some: useQuery({ ...queries.workLedger.summarise({ ...query, ...part }), ...often }) }
}

/** Null while nobody knows, and of a group that is not among the largest, where only these are told. */
export function sumsOf(summary: WorkLedgerSummary | undefined, key: string) {
  const nothing = summary && !summary.isTruncated ? { count: 0, cost: 0 } : null
  return summary?.groups.find((group) => group.key === key) ?? nothing
}
