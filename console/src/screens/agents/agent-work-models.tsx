import type { AgentWork } from '@instance-admin/sdk'
import { useApi } from '../../api.ts'
import type { LedgerFilters } from '../../filters.ts'
import { TextLink } from '../../parts/link.tsx'
import { NumberTable } from '../../parts/number-table.tsx'
import { language, texts } from '../../texts.ts'
import { workTexts } from '../../texts/work.ts'
import { formatCost, formatDuration, formatPart, formatTokens } from '../work-ledger/work-ledger-format.ts'

const labels = workTexts

/** What each of its AI models was used for, and how well that went: the dearest first. */
export function AiModels({ aiModels, filters }: Pick<AgentWork, 'aiModels'> & { filters: LedgerFilters }) {
  const { instance } = useApi()
  const { failed } = texts.statuses
  const { activeTime, cost } = texts.ledger
  return (
    <NumberTable
      label={labels.aiModels}
      headers={[labels.aiModel, labels.executions, failed, activeTime, cost, labels.costPerExecution, labels.tokens]}
      rows={aiModels.map(({ aiModel, sums }) => ({
        key: aiModel ?? '',
        name:
          aiModel === null ? (
            labels.noAiModel
          ) : (
            <TextLink inherit to="/$instance/work-ledger" params={{ instance }} search={{ ...filters, aiModel }}>
              {aiModel}
            </TextLink>
          ),
        numbers: [
          sums.executions.toLocaleString(language),
          formatPart(sums.failed, sums.failedShare),
          formatDuration(sums.activeTime),
          formatCost(sums.cost),
          formatCost(sums.costPerExecution ?? 0),
          formatTokens(sums.usage),
        ],
      }))}
    />
  )
}
