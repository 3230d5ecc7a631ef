import { Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readAgain, useApi } from '../../api.ts'
import { zoneOf } from '../../days.ts'
import type { LedgerQuery } from '../../filters.ts'
import { Disclosure } from '../../parts/disclosure.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Figure } from '../../parts/figure.tsx'
import { TextLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Outdated } from '../../parts/outdated.tsx'
import { language, texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { DrawnDays, EntriesPerDay } from './drawn-days.tsx'
import { unknownCosts } from './unknown-costs.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'
import { Shares } from './work-ledger-shares.tsx'

const labels = texts.ledger

/** What the entries of the table cost and took, in one line, and drawn for whoever asks for it. */
export function Totals({ filters }: { filters: LedgerQuery }) {
  const { instance, queries } = useApi()
  const summary = useQuery({
    ...queries.workLedger.summarise({ ...filters, groupBy: 'day', timeZone: zoneOf(filters) }),
    placeholderData: keepPreviousData,
    ...readAgain,
  })
  if (summary.isPending) return <Loading />
  if (!summary.data) return <Failure error={summary.error} retry={() => void summary.refetch()} />
  const { total, groups, isTruncated } = summary.data
  return (
    <Stack component="section" aria-label={ledgerTexts.totals} gap="xs">
      <Outdated isOld={summary.isPlaceholderData}>
        <Group component="dl" m={0} gap="10px 32px">
          <Figure label={labels.count}>{total.count.toLocaleString(language)}</Figure>
          <Figure label={labels.cost} notes={[unknownCosts(total.withoutCost)]}>
            {formatCost(total.cost)}
          </Figure>
          <Figure label={labels.activeTime}>{formatDuration(total.activeTime)}</Figure>
        </Group>
      </Outdated>
      {filters.agentId !== undefined && (
        <Text size="sm" c="dimmed">
          {ledgerTexts.wholeEntries}{' '}
          <TextLink
            inherit
            underline="always"
            to="/$instance/agents/$agentId/work"
            params={{ instance, agentId: filters.agentId }}
          >
            {ledgerTexts.toShare}
          </TextLink>
        </Text>
      )}
      {isTruncated && <Text size="sm">{ledgerTexts.truncated}</Text>}
      {groups.length > 0 && (
        <Disclosure label={ledgerTexts.charts}>
          <Stack gap="sm" mt="sm">
            <DrawnDays groups={groups} zone={zoneOf(filters)}>
              <EntriesPerDay filters={filters} />
              <Shares filters={filters} />
            </DrawnDays>
          </Stack>
        </Disclosure>
      )}
    </Stack>
  )
}
