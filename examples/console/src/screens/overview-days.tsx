import { SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readAgain, useApi } from '../api.ts'
import { TextLink } from '../parts/link.tsx'
import { language, texts } from '../texts.ts'
import { OverviewCard } from './overview-card.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'
import { beginOfDay } from './work-ledger-periods.ts'

const labels = texts.overview

/** What the work of the last 30 days cost and took, beside that of the 30 days before. */
export function LastDays() {
  const { instance, queries } = useApi()
  const from = beginOfDay(29)
  const now = useQuery({ ...queries.workLedger.summarise({ createdFrom: from }), ...readAgain })
  const before = useQuery(
    queries.workLedger.summarise({
      createdFrom: beginOfDay(59),
      createdTo: beginOfDay(30).replace('00:00:00.000', '23:59:59.999'),
    }),
  )
  const old = before.data?.total
  return (
    <OverviewCard
      title={labels.lastDays}
      query={now}
      link={
        <TextLink size="sm" to="/$instance/work-ledger" params={{ instance }} search={{ createdFrom: from }}>
          {labels.entries}
        </TextLink>
      }
    >
      {({ total: { count, cost, activeTime } }) => (
        <SimpleGrid component="dl" m={0} cols={{ base: 1, xs: 3 }}>
          <Sum label={texts.ledger.cost} sum={formatCost(cost)} now={cost} old={old?.cost} />
          <Sum
            label={texts.ledger.activeTime}
            sum={formatDuration(activeTime)}
            now={activeTime}
            old={old?.activeTime}
          />
          <Sum label={texts.ledger.count} sum={count.toLocaleString(language)} now={count} old={old?.count} />
        </SimpleGrid>
      )}
    </OverviewCard>
  )
}

function Sum({ label, sum, now, old }: SumProps) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} size="xl" fw={700}>
        {sum}
      </Text>
      {old !== undefined && (
        <Text component="dd" m={0} size="sm" c="dimmed">
          {old === 0 ? labels.nothingBefore : labels.change(percent.format(now / old - 1).replace('-', '−'))}
        </Text>
      )}
    </div>
  )
}

const percent = new Intl.NumberFormat(language, {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
})

interface SumProps {
  label: string
  sum: string
  now: number
  /** Of the 30 days before; undefined while nobody knows. */
  old: number | undefined
}
