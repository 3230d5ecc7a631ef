import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { Title } from '@mantine/core'
import { workLedgerStatusValues, type WorkLedgerStatus } from '@instance-admin/sdk'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import type { LedgerFilters } from '../filters.ts'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { texts } from '../texts.ts'
import { toPeriods } from './work-ledger-periods.ts'

const labels = texts.ledger

/** How many entries there were, and how they ended: for the eye, since the table of the days has the numbers. */
export function Charts({ filters }: { filters: LedgerFilters }) {
  const { queries } = useApi()
  const statuses = workLedgerStatusValues.filter((status) => (filters.status ?? status) === status)
  const sums = useQueries({
    queries: statuses.map((status) => ({
      ...queries.workLedger.summarise({ ...filters, status, groupBy: 'day' }),
      placeholderData: keepPreviousData,
    })),
  })
  const error = sums.find((sum) => sum.error)?.error
  if (error) return <Failure error={error} />
  if (sums.some(({ isPending }) => isPending)) return <Loading />
  const { unit, periods } = toPeriods(
    statuses.map((name, at) => ({ name, days: sums[at]?.data?.groups ?? [] })),
    filters,
  )
  const title = labels.entriesPer[unit]
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      <BarChart
        role="img"
        aria-label={labels.chart(title)}
        barChartProps={{ accessibilityLayer: false, margin: { top: 10, right: 10 } }}
        h={200}
        data={periods.map(({ label, counts }) => ({ label, ...counts }))}
        dataKey="label"
        type="stacked"
        withLegend
        legendProps={{ verticalAlign: 'bottom' }}
        styles={{ legend: { justifyContent: 'center' } }}
        maxBarWidth={40}
        series={statuses.map((status) => ({ name: status, label: texts.statuses[status], color: colors[status] }))}
        yAxisProps={{ width: 50, allowDecimals: false, interval: 'preserveStartEnd' }}
        xAxisProps={{ minTickGap: 16, interval: 'equidistantPreserveStart' }}
      />
    </section>
  )
}

const colors: Record<WorkLedgerStatus, string> = {
  completed: 'teal.7',
  in_progress: 'blue.6',
  pending: 'gray.5',
  failed: 'red.7',
}
