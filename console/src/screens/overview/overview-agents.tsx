import type { WorkLedgerGroup } from '@instance-admin/sdk'
import { readAgain, useApi } from '../../api.ts'
import { shown } from '../../attention.ts'
import { BarList } from '../../parts/bar-list.tsx'
import { TextLink } from '../../parts/link.tsx'
import { texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { AgentLink } from '../agents/agent-link.tsx'
import { OverviewCard } from './overview-card.tsx'
import { formatCost, formatPercent } from '../work-ledger/work-ledger-format.ts'
import { sumsOf, useSums } from '../work-ledger/work-sums.tsx'

const labels = texts.overview

/** The agents that cost most in the last 30 days. */
export function DearAgents() {
  const { instance } = useApi()
  const { all } = useFailed()
  return (
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
        <BarList
          empty={labels.noAgents}
          bars={groups
            .toSorted((one, other) => other.cost - one.cost)
            .slice(0, shown)
            .map((agent) => toBar(agent, agent.cost, formatCost(agent.cost)))}
          rest={rest && rest.cost > 0 ? [ledgerTexts.noAgent(formatCost(rest.cost))] : []}
        />
      )}
    </OverviewCard>
  )
}

/** Those that failed most. */
export function FailingAgents() {
  const { instance } = useApi()
  const { all, some: failed } = useFailed()
  return (
    <OverviewCard
      title={labels.failingAgents}
      // How many failed is told beside how many there were.
      query={all.data ? failed : all}
      link={
        <TextLink size="sm" to="/$instance/work-ledger" params={{ instance }} search={{ status: ['failed'] }}>
          {labels.failed}
        </TextLink>
      }
    >
      {({ groups }) => (
        <BarList
          empty={labels.noFailingAgents}
          bars={groups
            .map((agent) => {
              // Of two answers, one may be some seconds older.
              const executions = Math.max(agent.count, sumsOf(all, agent.key)?.count ?? 0)
              return { agent, executions, share: agent.count / executions }
            })
            .toSorted((one, other) => other.agent.count - one.agent.count || other.share - one.share)
            .slice(0, shown)
            .map(({ agent, executions, share }) =>
              toBar(agent, agent.count, labels.failedOf(agent.count, executions, formatPercent(share))),
            )}
        />
      )}
    </OverviewCard>
  )
}

/** What agents did, and what of it failed: several cards show the same answers. */
export function useFailed() {
  return useSums('agent', { status: ['failed'] }, readAgain)
}

function toBar({ key, name }: WorkLedgerGroup, value: number, text: string) {
  return { key, name: <AgentLink id={key} name={name} />, value, text }
}
