import { workLedgerStatusValues, type WorkLedgerGroup, type WorkLedgerStatus } from '@instance-admin/sdk'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { readAgain, useApi } from '../../api.ts'
import { zoneOf } from '../../days.ts'
import type { LedgerQuery } from '../../filters.ts'
import { Bars } from '../../parts/bars.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Loading } from '../../parts/loading.tsx'
import { texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { workTexts } from '../../texts/work.ts'
import { formatCost } from './work-ledger-format.ts'
import { toPeriods } from './work-ledger-periods.ts'

/** How many entries there were, and how they ended: for the eye, since the table of the days has the numbers. */
export function EntriesPerDay({ filters }: { filters: LedgerQuery }) {
  const { queries } = useApi()
  const statuses = filters.status ?? workLedgerStatusValues
  const sums = useQueries({
    queries: statuses.map((status) => ({
      ...queries.workLedger.summarise({ ...filters, status, groupBy: 'day', timeZone: zoneOf(filters) }),
      placeholderData: keepPreviousData,
      ...readAgain,
    })),
  })
  const error = sums.find((sum) => sum.error)?.error
  if (error) return <Failure error={error} />
  if (sums.some(({ isPending }) => isPending)) return <Loading />
  const { unit, periods } = toPeriods(
    statuses.map((name, at) => ({ name, days: sums[at]?.data?.groups ?? [] })),
    filters,
  )
  return (
    <Bars
      title={ledgerTexts.entriesPer[unit]}
      data={periods.map(({ label, counts }) => ({ label, ...counts }))}
      series={statuses.map((status) => ({ name: status, label: texts.statuses[status], color: colors[status] }))}
    />
  )
}

/** What each day cost, or each week where there are many days. */
export function CostPerDay({ groups, createdFrom }: CostPerDayProps) {
  const costs = groups.map(({ key, cost }) => ({ key, count: cost }))
  const { unit, periods } = toPeriods([{ name: 'cost', days: costs }], { createdFrom })
  return (
    <Bars
      title={workTexts.costPer[unit]}
      data={periods.map(({ label, counts }) => ({ label, ...counts }))}
      series={[{ name: 'cost', label: texts.ledger.cost, color: 'indigo.6' }]}
      valueFormatter={(cost) => formatCost(cost)}
    />
  )
}

interface CostPerDayProps {
  groups: readonly Pick<WorkLedgerGroup, 'key' | 'cost'>[]
  createdFrom: string
}

const colors: Record<WorkLedgerStatus, string> = {
  completed: 'teal.7',
  in_progress: 'blue.6',
  pending: 'gray.5',
  failed: 'red.7',
}
