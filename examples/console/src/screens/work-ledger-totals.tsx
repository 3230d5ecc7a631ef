import { Group, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import type { WorkLedgerSummary } from '@instance-admin/sdk'
import { lazy, Suspense } from 'react'
import { readAgain, useApi } from '../api.ts'
import type { LedgerFilters } from '../filters.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { withNetwork } from '../parts/online.ts'
import { Outdated } from '../parts/outdated.tsx'
import { language, texts } from '../texts.ts'
import { Days } from './work-ledger-days.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'
import { withRange } from './work-ledger-periods.ts'
import { Shares } from './work-ledger-shares.tsx'

const labels = texts.ledger

/** The library that draws is as big as the frame of the console: it comes when there is something to draw. */
const Charts = lazy(withNetwork(async () => ({ default: (await import('./work-ledger-charts.tsx')).Charts })))

/** What the entries that the filters leave cost and took: of the last 30 days, unless others were chosen. */
export function Totals({ filters }: { filters: LedgerFilters }) {
  const { queries } = useApi()
  const ranged = withRange(filters)
  const summary = useQuery({
    ...queries.workLedger.summarise({ ...ranged, groupBy: 'day' }),
    placeholderData: keepPreviousData,
    ...readAgain,
  })
  if (summary.isPending) return <Loading />
  if (!summary.data) return <Failure error={summary.error} retry={() => void summary.refetch()} />
  const { total, groups, isTruncated } = summary.data
  return (
    <Stack component="section" aria-label={labels.totals} gap="sm">
      <Title order={2} size="h4">
        {ranged === filters ? labels.totals : labels.lastDays}
      </Title>
      <Outdated isOld={summary.isPlaceholderData}>
        <Sums total={total} />
      </Outdated>
      {isTruncated && <Text size="sm">{labels.truncated}</Text>}
      {groups.length > 0 && (
        <>
          <CatchBoundary getResetKey={() => 'charts'} errorComponent={Failure}>
            <Suspense fallback={<Loading />}>
              <Charts filters={ranged} />
            </Suspense>
          </CatchBoundary>
          <Shares filters={ranged} />
          <Disclosure label={labels.days}>
            <Days groups={groups} />
          </Disclosure>
        </>
      )}
    </Stack>
  )
}

function Sums({ total: { count, cost, activeTime } }: Pick<WorkLedgerSummary, 'total'>) {
  const sums = [
    { label: labels.count, sum: count.toLocaleString(language) },
    { label: labels.cost, sum: formatCost(cost) },
    { label: labels.activeTime, sum: formatDuration(activeTime) },
  ]
  return (
    <Group component="dl" m={0} gap="10px 32px">
      {sums.map(({ label, sum }) => (
        <div key={label}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} size="xl" fw={700}>
            {sum}
          </Text>
        </div>
      ))}
    </Group>
  )
}
