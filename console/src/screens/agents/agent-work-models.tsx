import type { AgentWork } from '@instance-admin/sdk'
import { useApi } from '../../api.ts'
import type { WorkPeriod } from '../../filters.ts'
import { TextLink } from '../../parts/link.tsx'
import { NumberTable } from '../../parts/number-table.tsx'
import { language, texts } from '../../texts.ts'
import { workTexts } from '../../texts/work.ts'
import { formatCost, formatDuration, formatPercent, formatTokens } from '../work-ledger/work-ledger-format.ts'

const labels = workTexts

/** What each of its AI models was used for, and how well that went: the dearest first. */
export function AiModels({ work: { id, aiModels }, period }: { work: AgentWork; period: WorkPeriod }) {
  const { instance } = useApi()
  const { activeTime, cost } = texts.ledger
  return (
    <NumberTable
      label={labels.aiModels}
      headers={[
        labels.aiModel,
        labels.executions,
        texts.statuses.failed,
        activeTime,
        cost,
        labels.costPerExecution,
        labels.tokens,
      ]}
      rows={aiModels.map(({ aiModel, sums }) => ({
        key: aiModel ?? '',
        name:
          aiModel === null ? (
            labels.noAiModel
          ) : (
            <TextLink
              inherit
              to="/$instance/work-ledger"
              params={{ instance }}
              search={{ agentId: id, aiModel, period: period === '30d' ? undefined : period }}
            >
              {aiModel}
            </TextLink>
          ),
        numbers: [
          sums.executions.toLocaleString(language),
          sums.failed === 0 ? '0' : `${sums.failed.toLocaleString(language)} (${formatPercent(sums.failedShare ?? 0)})`,
          formatDuration(sums.activeTime),
          formatCost(sums.cost),
          formatCost(sums.costPerExecution ?? 0),
          formatTokens(sums.usage),
        ],
      }))}
    />
  )
}
