import '@mantine/charts/styles.css'
import { AreaChart } from '@mantine/charts'
import { SimpleGrid, Title } from '@mantine/core'
import type { WorkLedgerGroup, WorkLedgerSummary } from '@instance-admin/sdk'
import { texts } from '../texts.ts'
import { formatCost, formatDuration } from './work-ledger-format.ts'

const labels = texts.ledger

/** Cost and time of each day as curves, for the eye: whoever cannot see them has the table with the same numbers. */
export function Charts({ groups }: Pick<WorkLedgerSummary, 'groups'>) {
  const days = everyDay(groups)
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Chart days={days} value="cost" title={labels.costPerDay} format={formatCost} />
      <Chart days={days} value="activeTime" title={labels.timePerDay} format={formatDuration} />
    </SimpleGrid>
  )
}

function Chart({ days, value, title, format }: ChartProps) {
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <AreaChart
        role="img"
        aria-label={labels.chart(title)}
        accessibilityLayer={false}
        h={180}
        data={days}
        dataKey="key"
        series={[{ name: value, label: title, color: 'indigo.6' }]}
        curveType="linear"
        withDots={days.length <= fewDays}
        valueFormatter={format}
        yAxisProps={{ width: 100 }}
        xAxisProps={{ minTickGap: 40 }}
      />
    </section>
  )
}

/** The service names only days that have entries. On the others nothing was spent. */
function everyDay(groups: Day[]): Day[] {
  const known = new Map(groups.map((day) => [day.key, day]))
  const first = Date.parse(groups.at(0)?.key ?? '')
  const last = Date.parse(groups.at(-1)?.key ?? '')
  return Array.from({ length: (last - first) / dayMs + 1 }, (_, at) => {
    const key = new Date(first + at * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
    return known.get(key) ?? { key, count: 0, cost: 0, activeTime: 0 }
  })
}

const dayMs = 24 * 60 * 60 * 1000

/** A day alone is a curve of one point, which nobody would see without a dot. */
const fewDays = 31

type Day = WorkLedgerGroup

interface ChartProps {
  days: Day[]
  value: 'cost' | 'activeTime'
  title: string
  format: (value: number) => string
}
