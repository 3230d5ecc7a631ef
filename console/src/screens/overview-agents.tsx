import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { WorkLedgerGroup } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import { readAgain, useApi } from '../api.ts'
import { shown } from '../attention.ts'
import { beginOfDay } from '../days.ts'
import { TextLink } from '../parts/link.tsx'
import { texts } from '../texts.ts'
import { AgentLink } from './agent-link.tsx'
import { OverviewCard } from './overview-card.tsx'
import { formatCost } from './work-ledger-format.ts'

const labels = texts.overview

/** The agents that cost most, and those that fail most, in the last 30 days. */
export function Agents() {
  const { instance, queries } = useApi()
  const createdFrom = beginOfDay(29)
  const byAgent = { createdFrom, groupBy: 'agent' } as const
  const all = useQuery({ ...queries.workLedger.summarise(byAgent), ...readAgain })
  const failed = useQuery({ ...queries.workLedger.summarise({ ...byAgent, status: ['failed'] }), ...readAgain })
  const executions = new Map(all.data?.groups.map(({ key, count }) => [key, count]))
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <OverviewCard
        title={labels.dearAgents}
        query={all}
        link={
          <TextLink size="sm" to="/$instance/agents" params={{ instance }}>
            {labels.allAgents}
          </TextLink>
        }
      >
        {({ groups }) => (
          <Ranking
            agents={groups.toSorted((one, other) => other.cost - one.cost)}
            say={({ cost }) => formatCost(cost)}
            empty={labels.noAgents}
          />
        )}
      </OverviewCard>
      <OverviewCard
        title={labels.failingAgents}
        query={failed}
        link={
          <TextLink size="sm" to="/$instance/work-ledger" params={{ instance }} search={{ status: ['failed'] }}>
            {labels.failedEntries}
          </TextLink>
        }
      >
        {({ groups }) => (
          <Ranking
            agents={groups}
            say={({ key, count }) => labels.failedOf(count, executions.get(key) ?? count)}
            empty={labels.noFailingAgents}
          />
        )}
      </OverviewCard>
    </SimpleGrid>
  )
}

function Ranking({ agents, say, empty }: RankingProps) {
  return (
    <Stack gap="sm">
      {agents.length === 0 && <Text c="dimmed">{empty}</Text>}
      {agents.slice(0, shown).map((agent) => (
        <Group key={agent.key} gap="xs" justify="space-between" align="baseline" wrap="nowrap">
          <span style={{ overflowWrap: 'anywhere' }}>
            <AgentLink id={agent.key} name={agent.name} />
          </span>
          <Text component="span" style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            {say(agent)}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

interface RankingProps {
  agents: readonly AgentSums[]
  say: (agent: AgentSums) => string
  empty: string
}

type AgentSums = Pick<WorkLedgerGroup, 'key' | 'name' | 'count' | 'cost'>
