import { Text } from '@mantine/core'
import type { WorkLedgerGroup } from '@instance-admin/sdk'
import { useApi } from '../api.ts'
import { shown } from '../attention.ts'
import { BarList } from '../parts/bar-list.tsx'
import { TextLink } from '../parts/link.tsx'
import { texts } from '../texts.ts'
import { ledgerTexts } from '../texts/ledger.ts'
import { AgentLink } from './agent-link.tsx'
import { OverviewCard } from './overview-card.tsx'
import { formatCost, formatPercent } from './work-ledger-format.ts'
import { sumsOf, useSums } from './work-sums.ts'

const labels = texts.overview

/** The agents that cost most, and those that fail most, in the last 30 days. */
export function Agents() {
  const { instance } = useApi()
  const { all, some: failed } = useSums('agent', { status: ['failed'] })
  // Of two answers, one may be some seconds older.
  const executions = (key: string, failed: number) => Math.max(failed, sumsOf(all.data, key)?.count ?? 0)
  return (
    <>
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
        // How many failed is told beside how many there were.
        query={all.data ? failed : all}
        link={
          <TextLink size="sm" to="/$instance/work-ledger" params={{ instance }} search={{ status: ['failed'] }}>
            {labels.entries}
          </TextLink>
        }
      >
        {({ groups }) => (
          <Ranking
            agents={groups}
            valueOf={({ key, count }) => count / executions(key, count)}
            whole={1}
            say={({ key, count }) => {
              const of = executions(key, count)
              return labels.failedOf(count, of, formatPercent(count / of))
            }}
            empty={labels.noFailingAgents}
          />
        )}
      </OverviewCard>
    </>
  )
}

function Ranking({ agents, valueOf, whole, say, empty, rest = '' }: RankingProps) {
  if (agents.length === 0) return <Text c="dimmed">{empty}</Text>
  return (
    <BarList
      whole={whole}
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
  /** What the whole width of a bar is. Without it, the largest value. */
  whole?: number
  say: (agent: AgentSums) => string
  empty: string
  rest?: string
}

type AgentSums = Pick<WorkLedgerGroup, 'key' | 'name' | 'count' | 'cost'>
