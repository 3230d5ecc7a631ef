import { Button } from '@mantine/core'
import { dayOf } from '../../days.ts'
import type { LedgerFilters } from '../../filters.ts'
import { keysOf } from '../../parts/keys-of.ts'
import { texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { useAgentName } from '../agents/agent-names.ts'

const labels = texts.ledger

/** The rare filters that are set. A press takes one away. */
export function SetFilters({ filters, change }: { filters: LedgerFilters; change: (changed: LedgerFilters) => void }) {
  const { agentId, review, createdFrom, createdTo } = filters
  const name = useAgentName(agentId)
  const shown = {
    ...filters,
    agentId: agentId && (name ?? agentId),
    review: review && texts.reviews.states[review],
    createdFrom: createdFrom && dayOf(createdFrom),
    createdTo: createdTo && dayOf(createdTo),
  }
  return keysOf(rareFilters).flatMap((key) =>
    shown[key] === undefined ? (
      []
    ) : (
      <Button
        key={key}
        size="compact-sm"
        variant="default"
        title={ledgerTexts.takeAway}
        rightSection={<span aria-hidden>×</span>}
        onClick={() => change({ [key]: undefined })}
      >
        {`${rareFilters[key]}: ${shown[key]}`}
      </Button>
    ),
  )
}

const rareFilters = {
  agentId: labels.agent,
  review: labels.review,
  aiModel: labels.aiModel,
  modelName: labels.modelName,
  entityId: labels.entityId,
  costMin: ledgerTexts.costMin,
  costMax: ledgerTexts.costMax,
  timeMin: ledgerTexts.timeMin,
  timeMax: ledgerTexts.timeMax,
  createdFrom: labels.createdFrom,
  createdTo: ledgerTexts.createdTo,
}
