import { Text } from '@mantine/core'
import type { WorkLedgerEntry, WorkOperation } from '@instance-admin/sdk'
import { NumberTable } from '../../parts/number-table.tsx'
import { language, texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { workTexts } from '../../texts/work.ts'
import { AgentLink } from '../agents/agent-link.tsx'
import { Part } from './work-ledger-computed.tsx'
import { formatCost, formatDuration, formatTokens } from './work-ledger-format.ts'

const labels = texts.ledger

/** Which agents did the work of an entry, and how much of it: those that cost most. */
export function EntryAgents({ entry: { agents = [], moreAgents } }: { entry: WorkLedgerEntry }) {
  if (agents.length === 0) return null
  return (
    <Part title={texts.agents.title}>
      <NumberTable
        label={texts.agents.title}
        headers={[labels.agent, texts.models.operations, labels.activeTime, labels.cost, workTexts.tokens]}
        rows={agents.map(({ id, name, operations, activeTime, cost, usage }) => ({
          key: id,
          name: <AgentLink id={id} name={name} />,
          numbers: [
            operations.toLocaleString(language),
            formatDuration(activeTime),
            formatCost(cost),
            formatTokens(usage),
          ],
        }))}
      />
      {moreAgents !== undefined && <Text size="sm">{ledgerTexts.moreAgents(moreAgents)}</Text>}
    </Part>
  )
}

/** Who did it, with which AI model, as far as the report names them. */
export function DoneBy({ operation, agents }: DoneByProps) {
  const { actor, agentId, userId, aiModel } = operation
  return (
    <>
      {agentId === undefined ? (
        (userId ?? labels.actorNames[actor])
      ) : (
        <AgentLink id={agentId} name={agents.find(({ id }) => id === agentId)?.name} />
      )}
      {aiModel !== undefined && (
        <Text size="sm" c="dimmed">
          {aiModel}
        </Text>
      )}
    </>
  )
}

export function sayTokens({ usage: { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0 } = {} }: WorkOperation) {
  return formatTokens({ inputTokens, cachedInputTokens, outputTokens })
}

interface DoneByProps {
  operation: WorkOperation
  agents: NonNullable<WorkLedgerEntry['agents']>
}
