import { SimpleGrid, Text } from '@mantine/core'
import type { WorkLedgerGroup } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import { readAgain, useApi } from '../api.ts'
import { shown } from '../attention.ts'
import { beginOfDay } from '../days.ts'
import { BarList } from '../parts/bar-list.tsx'
import { TextLink } from '../parts/link.tsx'
import { texts } from '../texts.ts'
import { ledgerTexts } from '../texts/ledger.ts'
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
        {({ groups, rest }) => (
          <Ranking
            agents={groups.toSorted((one, other) => other.cost - one.cost)}
            valueOf={({ cost }) => cost}
            say={({ cost }) => formatCost(cost)}
            empty={labels.noAgents}
            rest={rest && rest.cost > 0 ? ledgerTexts.noAgent(formatCost(rest.cost)) : ''}
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
            valueOf={({ count }) => count}
            say={({ key, count }) => labels.failedOf(count, executions.get(key) ?? count)}
            empty={labels.noFailingAgents}
          />
        )}
      </OverviewCard>
    </SimpleGrid>
  )
}

function Ranking({ agents, valueOf, say, empty, rest = '' }: RankingProps) {
  if (agents.length === 0) return <Text c="dimmed">{empty}</Text>
  return (
    <BarList
      bars={agents.slice(0, shown).map((agent) => ({
        key: agent.key,
        name: <AgentLink id={agent.key} name={agent.name} />,
        value: valueOf(agent),
        text: say(agent),
      }))}
      rest={[rest]}
    />
  )
}

interface RankingProps {
  agents: readonly AgentSums[]
  valueOf: (agent: AgentSums) => number
  say: (agent: AgentSums) => string
  empty: string
  rest?: string
}

type AgentSums = Pick<WorkLedgerGroup, 'key' | 'name' | 'count' | 'cost'>
