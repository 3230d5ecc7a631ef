import { Group, Text } from '@mantine/core'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import { useApi } from '../../api.ts'
import { Facts } from '../../parts/facts.tsx'
import { TextLink } from '../../parts/link.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { MissedPolicies } from '../reviews/review-evidence.tsx'
import { unknownCosts } from './unknown-costs.tsx'
import { Outcomes, Review } from './work-ledger-computed.tsx'
import { formatCost, formatDuration, sayActors } from './work-ledger-format.ts'
import { Operations } from './work-ledger-operations.tsx'

const labels = texts.ledger

/** How an entry stands and why, what was computed, what was done in it, and what it is about. */
export function Evidence({ entry }: { entry: WorkLedgerEntry }) {
  return (
    <>
      <Group gap="lg">
        <Status value={entry.status} />
        <Status value={entry.policyStatus} />
      </Group>
      {/* The report of work that failed says why in its description. */}
      {entry.description && <Text maw="50rem">{entry.description}</Text>}
      <MissedPolicies entry={entry} />
      <Review entry={entry} />
      <Outcomes entry={entry} />
      <Operations entry={entry} />
      <About entry={entry} />
    </>
  )
}

/** The amounts, and the entity with all that was done to it. The version is that which computed the entry, if one did. */
function About({ entry }: { entry: WorkLedgerEntry }) {
  const { instance } = useApi()
  const { entityId, startedAt, modelName, modelId, modelVersion } = entry
  const params = { instance, modelId: modelId ?? '', version: String(modelVersion) }
  return (
    <Facts
      facts={[
        [
          startedAt ? ledgerTexts.startedAt : labels.createdAt,
          <Time key="time" at={startedAt ?? entry.createdAt} isFull />,
        ],
        [labels.activeTime, formatDuration(entry.activeTime)],
        [labels.cost, [formatCost(entry.cost), ' ', unknownCosts(entry.withoutCost)]],
        [labels.actor, sayActors(entry.actors)],
        [
          labels.relatedEntity,
          <TextLink key="it" inherit to="/$instance/work-ledger" params={params} search={{ entityId, period: 'all' }}>
            {entry.relatedEntity}
          </TextLink>,
        ],
        [
          labels.modelName,
          modelVersion === undefined ? (
            modelName
          ) : (
            <TextLink key="model" inherit to="/$instance/twu-models/$modelId/draft/$version" params={params}>
              {texts.reviews.model(modelName, modelVersion)}
            </TextLink>
          ),
        ],
      ]}
    />
  )
}
