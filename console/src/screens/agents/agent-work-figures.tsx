import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { AgentWork } from '@instance-admin/sdk'
import { useApi } from '../../api.ts'
import type { LedgerFilters } from '../../filters.ts'
import { Figure } from '../../parts/figure.tsx'
import { TextLink } from '../../parts/link.tsx'
import { language, texts } from '../../texts.ts'
import { workTexts } from '../../texts/work.ts'
import { unknownCosts } from '../work-ledger/unknown-costs.tsx'
import { formatCost, formatDuration, formatPart, sayGrowth } from '../work-ledger/work-ledger-format.ts'

const { ledger, statuses } = texts
const labels = workTexts

/** What was done, what went wrong, and what it cost, each beside the days before. */
export function Figures({ work: { total, before }, days, filters }: FiguresProps) {
  const { instance, may } = useApi()
  const { inputTokens, cachedInputTokens, outputTokens } = total.usage
  const tokens = inputTokens + outputTokens
  const tokensBefore = before.usage.inputTokens + before.usage.outputTokens
  const count = (number: number) => number.toLocaleString(language)
  /** There is nothing behind a 0. */
  const inLedger = (text: string, more: LedgerFilters) =>
    text === '0' ? (
      text
    ) : (
      <TextLink inherit to="/$instance/work-ledger" params={{ instance }} search={{ ...filters, ...more }}>
        {text}
      </TextLink>
    )
  const failed = formatPart(total.failed, total.failedShare)
  const failedBefore = formatPart(before.failed, before.failedShare)
  const nonCompliant = formatPart(total.nonCompliant, total.nonCompliantShare)
  const nonCompliantBefore = formatPart(before.nonCompliant, before.nonCompliantShare)
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {labels.comparedWith(days)}
      </Text>
      <SimpleGrid component="dl" m={0} cols={{ base: 2, md: 4 }} spacing="lg">
        <Figure label={labels.executions} notes={[sayGrowth(total.executions, before.executions)]}>
          {inLedger(count(total.executions), {})}
        </Figure>
        <Figure label={statuses.failed} notes={[labels.before(failedBefore)]}>
          {inLedger(failed, { status: ['failed'] })}
        </Figure>
        <Figure label={statuses.non_compliant} notes={[labels.before(nonCompliantBefore)]}>
          {inLedger(nonCompliant, { policyStatus: 'non_compliant' })}
        </Figure>
        <Figure
          label={labels.openReviews}
          notes={[labels.decided(count(total.decidedReviews), count(before.decidedReviews))]}
        >
          {total.openReviews === 0 || !may('workLedger.review') ? (
            count(total.openReviews)
          ) : (
            <TextLink inherit to="/$instance/reviews" params={{ instance }} search={{ agentId: filters.agentId }}>
              {count(total.openReviews)}
            </TextLink>
          )}
        </Figure>
        <Figure label={ledger.cost} notes={[sayGrowth(total.cost, before.cost), unknownCosts(total.withoutCost)]}>
          {formatCost(total.cost)}
        </Figure>
        <Figure
          label={labels.costPerExecution}
          notes={[sayGrowth(total.costPerExecution ?? 0, before.costPerExecution ?? 0)]}
        >
          {total.costPerExecution === null ? texts.none : formatCost(total.costPerExecution)}
        </Figure>
        <Figure label={ledger.activeTime} notes={[sayGrowth(total.activeTime, before.activeTime)]}>
          {formatDuration(total.activeTime)}
        </Figure>
        <Figure
          label={labels.tokens}
          notes={[
            sayGrowth(tokens, tokensBefore),
            labels.tokensRead(count(inputTokens), count(cachedInputTokens), count(outputTokens)),
          ]}
        >
          {count(tokens)}
        </Figure>
      </SimpleGrid>
    </Stack>
  )
}

interface FiguresProps {
  work: AgentWork
  days: number
  /** Those of the ledger that lead to this work. */
  filters: LedgerFilters
}
