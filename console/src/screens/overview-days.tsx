import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readAgain, useApi } from '../api.ts'
import { beginOfDay } from '../days.ts'
import { Figure } from '../parts/figure.tsx'
import { TextLink } from '../parts/link.tsx'
import { language, texts } from '../texts.ts'
import { workTexts } from '../texts/work.ts'
import { OverviewCard } from './overview-card.tsx'
import { unknownCosts } from './unknown-costs.tsx'
import { formatCost, formatDuration, growth } from './work-ledger-format.ts'

const labels = texts.overview

/** What the work of the last 30 days cost and took, beside that of the 30 days before. */
export function LastDays() {
  const { instance, queries } = useApi()
  const from = beginOfDay(29)
  const now = useQuery({ ...queries.workLedger.summarise({ createdFrom: from }), ...readAgain })
  const before = useQuery(
    queries.workLedger.summarise({
      createdFrom: beginOfDay(59),
      createdTo: new Date(Date.parse(from) - 1).toISOString(),
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
      {({ total: { count, cost, withoutCost, activeTime } }) => (
        <SimpleGrid component="dl" m={0} cols={{ base: 1, xs: 3 }}>
          <Figure label={texts.ledger.cost} notes={[compare(cost, old?.cost), unknownCosts(withoutCost)]}>
            {formatCost(cost)}
          </Figure>
          <Figure label={texts.ledger.activeTime} notes={[compare(activeTime, old?.activeTime)]}>
            {formatDuration(activeTime)}
          </Figure>
          <Figure label={texts.ledger.count} notes={[compare(count, old?.count, true)]}>
            {count.toLocaleString(language)}
          </Figure>
        </SimpleGrid>
      )}
    </OverviewCard>
  )
}

/** Nothing while nobody knows the 30 days before. */
function compare(now: number, before: number | undefined, isNumber = false): string | null {
  return before === undefined ? null : workTexts.compared(growth(now, before), 30, isNumber)
}
