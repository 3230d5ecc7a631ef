import { Stack, Text } from '@mantine/core'
import type { WorkLedgerSummary } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi, type readAgain } from '../../api.ts'
import { beginOfDay } from '../../days.ts'
import type { LedgerQuery } from '../../filters.ts'
import { Failure } from '../../parts/failure.tsx'
import { language } from '../../texts.ts'
import { workTexts } from '../../texts/work.ts'
import { formatCost, formatPart, formatPercent } from './work-ledger-format.ts'

/** What was counted in the last 30 days by agent or by name of a model: of all entries, and of a part of them. */
export function useSums(groupBy: 'agent' | 'modelName', part: Part, often: Partial<typeof readAgain> = {}) {
  const { queries, may } = useApi()
  const query = { createdFrom: beginOfDay(29), groupBy }
  const options = { ...often, enabled: may('workLedger.summarise') }
  const all = useQuery({ ...queries.workLedger.summarise(query), ...options })
  return { all, some: useQuery({ ...queries.workLedger.summarise({ ...query, ...part }), ...options }) }
}

/** Null while nobody knows, and of a group that is not among the largest, where only these are told. */
export function sumsOf({ data }: { data: WorkLedgerSummary | undefined }, key: string) {
  const nothing = data && !data.isTruncated ? { count: 0, cost: 0 } : null
  return data?.groups.find((group) => group.key === key) ?? nothing
}

/** Of a group without work nothing is said. */
export function sayCount(sums: Sums): string {
  return sums && sums.count > 0 ? sums.count.toLocaleString(language) : ''
}

export function sayCost(sums: Sums): string {
  return sums && sums.count > 0 ? formatCost(sums.cost) : ''
}

export function sayShare(part: Sums, whole: Sums): string {
  return part && whole && whole.count > 0 ? formatPercent(part.count / whole.count) : ''
}

export function numberColumn<Item>(header: string, cell: (item: Item) => ReactNode, inRow?: InRow) {
  return { header, cell, isNumber: true, width: '7.5rem', inRow }
}

/** How many failed, and which part of all; coloured, so that it is seen in a list. */
export function sayFailed(failed: Sums, all: Sums): ReactNode {
  if (!failed?.count) return ''
  return (
    <Text span inherit c="var(--mantine-color-error)">
      {formatPart(failed.count, all && all.count > 0 ? failed.count / all.count : null)}
    </Text>
  )
}

type InRow = 'end' | 'below' | 'belowEnd'
type Part = Pick<LedgerQuery, 'status' | 'policyStatus'>
type Sums = ReturnType<typeof sumsOf>
type Both = ReturnType<typeof useSums>

/** A list with sums in its rows: says of which days they are, or why there are none. */
export function WithSums({ of: { all, some }, children }: { of: Both; children: ReactNode }) {
  const error = all.error ?? some.error
  return (
    <Stack gap="xs">
      {error && <Failure error={error} />}
      {all.data && (
        <Text size="sm" c="dimmed">
          {workTexts.sumsAre}
        </Text>
      )}
      {children}
    </Stack>
  )
}
