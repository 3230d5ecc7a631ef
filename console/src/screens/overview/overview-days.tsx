import type { WorkLedgerSummary } from '@instance-admin/sdk'
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readAgain, useApi } from '../../api.ts'
import { beginOfDay, timeZone } from '../../days.ts'
import { Figure } from '../../parts/figure.tsx'
import { TextLink } from '../../parts/link.tsx'
import { language, texts } from '../../texts.ts'
import { workTexts } from '../../texts/work.ts'
import { CostPerDay, DrawnDays } from '../work-ledger/drawn-days.tsx'
import { useFailed } from './overview-agents.tsx'
import { OverviewCard } from './overview-card.tsx'
import { unknownCosts } from '../work-ledger/unknown-costs.tsx'
import { formatCost, formatDuration, formatPercent, sayGrowth } from '../work-ledger/work-ledger-format.ts'

const labels = texts.overview

/** What the work of the last 30 days cost and took, beside that of the 30 days before, and what each day cost. */
export function LastDays() {
  const { instance, queries } = useApi()
  const createdFrom = beginOfDay(29)
  const now = useQuery({ ...queries.workLedger.summarise({ createdFrom, groupBy: 'day', timeZone }), ...readAgain })
  const past = { createdFrom: beginOfDay(59), createdTo: new Date(Date.parse(createdFrom) - 1).toISOString() }
  const before = useQuery(queries.workLedger.summarise({ ...past, groupBy: 'policyStatus' }))
  const ended = useQuery(queries.workLedger.summarise({ ...past, groupBy: 'status' }))
  const { some: failed } = useFailed()
  const kept = useQuery({ ...queries.workLedger.summarise({ createdFrom, policyStatus: 'compliant' }), ...readAgain })
  const old = before.data?.total
  return (
    <OverviewCard
      title={labels.lastDays}
      query={now}
      link={
        <TextLink size="sm" to="/$instance/work-ledger" params={{ instance }} search={{ createdFrom }}>
          {labels.entries}
        </TextLink>
      }
    >
      {({ total: { count, cost, withoutCost, activeTime }, groups }) => (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {workTexts.comparedWith(30)}
          </Text>
          <SimpleGrid component="dl" m={0} cols={{ base: 2, xs: 3, md: 5 }}>
            <Figure label={texts.ledger.count} notes={[sayGrowth(count, old?.count)]}>
              {count.toLocaleString(language)}
            </Figure>
            <Figure label={texts.ledger.cost} notes={[sayGrowth(cost, old?.cost), unknownCosts(withoutCost)]}>
              {formatCost(cost)}
            </Figure>
            <Figure label={texts.ledger.activeTime} notes={[sayGrowth(activeTime, old?.activeTime)]}>
              {formatDuration(activeTime)}
            </Figure>
            <Figure label={texts.statuses.compliant} notes={[sayBefore(partOf(before.data, 'compliant'))]}>
              {kept.data && count > 0 ? formatPercent(kept.data.total.count / count) : texts.none}
            </Figure>
            <Figure label={texts.statuses.failed} notes={[sayBefore(partOf(ended.data, 'failed'))]}>
              {failed.data && count > 0 ? formatPercent(failed.data.total.count / count) : texts.none}
            </Figure>
          </SimpleGrid>
          {groups.length > 0 && (
            <DrawnDays groups={groups} zone={timeZone}>
              <CostPerDay groups={groups} createdFrom={createdFrom} />
            </DrawnDays>
          )}
        </Stack>
      )}
    </OverviewCard>
  )
}

/** Which part of the executions is in a group; null where there are none. */
function partOf(sums: WorkLedgerSummary | undefined, key: string): number | null {
  if (!sums || sums.total.count === 0) return null
  return (sums.groups.find((group) => group.key === key)?.count ?? 0) / sums.total.count
}

function sayBefore(share: number | null): string | null {
  return share === null ? null : workTexts.before(formatPercent(share))
}
