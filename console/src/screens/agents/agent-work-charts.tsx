import { SimpleGrid } from '@mantine/core'
import type { AgentWork } from '@instance-admin/sdk'
import { beginOf } from '../../days.ts'
import { Bars } from '../../parts/bars.tsx'
import { texts } from '../../texts.ts'
import { workTexts } from '../../texts/work.ts'
import { formatCost } from '../work-ledger/work-ledger-format.ts'
import { toPeriods } from '../work-ledger/work-ledger-periods.ts'

const labels = workTexts

/** What the work cost, and how much of it failed, by day, or by week where there are many days. */
export function Charts({ work: { days, from } }: { work: AgentWork }) {
  const counted = (name: string, count: (sums: AgentWork['total']) => number) => ({
    name,
    days: days.map(({ day, sums }) => ({ key: day, count: count(sums) })),
  })
  const { unit, periods } = toPeriods(
    [counted('failed', ({ failed }) => failed), counted('others', ({ executions, failed }) => executions - failed)],
    { createdFrom: beginOf(from) },
  )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <CostPerDay days={days.map(({ day, sums }) => ({ key: day, cost: sums.cost }))} createdFrom={beginOf(from)} />
      <Bars
        title={labels.executionsPer[unit]}
        data={periods.map(({ label, counts }) => ({ label, ...counts }))}
        series={[
          { name: 'others', label: labels.notFailed, color: 'teal.7' },
          { name: 'failed', label: texts.statuses.failed, color: 'red.7' },
        ]}
      />
    </SimpleGrid>
  )
}

/** What each day cost, or each week where there are many days. */
export function CostPerDay({
  days,
  createdFrom,
}: {
  days: readonly { key: string; cost: number }[]
  createdFrom: string
}) {
  const costs = days.map(({ key, cost }) => ({ key, count: cost }))
  const { unit, periods } = toPeriods([{ name: 'cost', days: costs }], { createdFrom })
  return (
    <Bars
      title={labels.costPer[unit]}
      data={periods.map(({ label, counts }) => ({ label, ...counts }))}
      series={[{ name: 'cost', label: texts.ledger.cost, color: 'indigo.6' }]}
      valueFormatter={(cost) => formatCost(cost)}
    />
  )
}
