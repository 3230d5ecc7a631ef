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

/** What a row says of its group: of one without work nothing. Failures are coloured, so that they are seen in a list. */
export function saySums({ all, some }: Both, key: string) {
  const [whole, part] = [sumsOf(all, key), sumsOf(some, key)]
  if (!whole?.count) return { count: '', cost: '', failed: '', share: '' }
  const share = part && part.count / whole.count
  return {
    count: whole.count.toLocaleString(language),
    cost: formatCost(whole.cost),
    failed: part?.count ? (
      <Text span inherit c="var(--mantine-color-error)">
        {formatPart(part.count, share)}
      </Text>
    ) : (
      ''
    ),
    share: share === null ? '' : formatPercent(share),
  }
}

export function numberColumn<Item>(header: string, cell: (item: Item) => ReactNode, inRow?: InRow) {
  return { header, cell, isNumber: true, width: '7.5rem', inRow }
}

type InRow = 'end' | 'below' | 'belowEnd'
type Part = Pick<LedgerQuery, 'status' | 'policyStatus'>
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
