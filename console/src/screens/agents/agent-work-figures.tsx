import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { AgentWork } from '@instance-admin/sdk'
import { useApi } from '../../api.ts'
import type { LedgerFilters, WorkPeriod } from '../../filters.ts'
import { Figure } from '../../parts/figure.tsx'
import { TextLink } from '../../parts/link.tsx'
import { language, texts } from '../../texts.ts'
import { workTexts } from '../../texts/work.ts'
import { unknownCosts } from '../work-ledger/unknown-costs.tsx'
import { formatCost, formatDuration, formatPart, sayGrowth } from '../work-ledger/work-ledger-format.ts'

const labels = workTexts

/** What was done, what went wrong, and what it cost, each beside the days before. */
export function Figures({ work, period, days }: FiguresProps) {
  const { id, total, before } = work
  const { usage } = total
  const toLedger = (filters: LedgerFilters) => ({
    agentId: id,
    period: period === '30d' ? undefined : period,
    ...filters,
  })
  const grown = (key: 'executions' | 'activeTime' | 'cost') => sayGrowth(total[key], before[key])
  const perExecution = (sums: Sums) => sums.costPerExecution ?? 0
  const count = (number: number) => number.toLocaleString(language)
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {labels.comparedWith(days)}
      </Text>
      <SimpleGrid component="dl" m={0} cols={{ base: 2, md: 4 }} spacing="lg">
        <Figure label={labels.executions} notes={[grown('executions')]}>
          <LedgerLink search={toLedger({})}>{count(total.executions)}</LedgerLink>
        </Figure>
        <Figure label={texts.statuses.failed} notes={[labels.before(formatPart(before.failed, before.failedShare))]}>
          <LedgerLink search={toLedger({ status: ['failed'] })}>
            {formatPart(total.failed, total.failedShare)}
          </LedgerLink>
        </Figure>
        <Figure
          label={texts.statuses.non_compliant}
          notes={[labels.before(formatPart(before.nonCompliant, before.nonCompliantShare))]}
        >
          <LedgerLink search={toLedger({ policyStatus: 'non_compliant' })}>
            {formatPart(total.nonCompliant, total.nonCompliantShare)}
          </LedgerLink>
        </Figure>
        <Figure
          label={labels.openReviews}
          notes={[labels.decided(count(total.decidedReviews), count(before.decidedReviews))]}
        >
          <OpenReviews agentId={id} count={total.openReviews} />
        </Figure>
        <Figure label={texts.ledger.cost} notes={[grown('cost'), unknownCosts(total.withoutCost)]}>
          {formatCost(total.cost)}
        </Figure>
        <Figure label={labels.costPerExecution} notes={[sayGrowth(perExecution(total), perExecution(before))]}>
          {total.costPerExecution === null ? texts.none : formatCost(total.costPerExecution)}
        </Figure>
        <Figure label={texts.ledger.activeTime} notes={[grown('activeTime')]}>
          {formatDuration(total.activeTime)}
        </Figure>
        <Figure
          label={labels.tokens}
          notes={[
            sayGrowth(tokensOf(total), tokensOf(before)),
            labels.tokensRead(count(usage.inputTokens), count(usage.cachedInputTokens), count(usage.outputTokens)),
          ]}
        >
          {count(tokensOf(total))}
        </Figure>
      </SimpleGrid>
    </Stack>
  )
}

/** There is nothing behind a 0. */
function LedgerLink({ search, children }: { search: LedgerFilters; children: string }) {
  const { instance } = useApi()
  if (children === '0') return children
  return (
    <TextLink inherit to="/$instance/work-ledger" params={{ instance }} search={search}>
      {children}
    </TextLink>
  )
}

/** Whoever may decide gets to the queue, with what this agent did in it. */
function OpenReviews({ agentId, count }: { agentId: string; count: number }) {
  const { instance, may } = useApi()
  const text = count.toLocaleString(language)
  if (count === 0 || !may('workLedger.review')) return text
  return (
    <TextLink inherit to="/$instance/reviews" params={{ instance }} search={{ agentId }}>
      {text}
    </TextLink>
  )
}

function tokensOf({ usage: { inputTokens, outputTokens } }: Sums): number {
  return inputTokens + outputTokens
}

type Sums = AgentWork['total']

interface FiguresProps {
  work: AgentWork
  period: WorkPeriod
  days: number
}
