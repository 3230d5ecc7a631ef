import { Group } from '@mantine/core'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import { useApi } from '../api.ts'
import { Facts } from '../parts/facts.tsx'
import { TextLink } from '../parts/link.tsx'
import { Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { ledgerTexts } from '../texts/ledger.ts'
import { unknownCosts } from './unknown-costs.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'

const labels = texts.ledger

export function StatusOfEntry({ entry: { status, policyStatus } }: { entry: WorkLedgerEntry }) {
  return (
    <Group gap="lg">
      <Status value={status} />
      <Status value={policyStatus} />
    </Group>
  )
}

/** What an entry is about: the amounts, when, and the entity with all that was done to it. */
export function AboutEntry({ entry }: { entry: WorkLedgerEntry }) {
  const { instance } = useApi()
  const { entityId, relatedEntity, startedAt, createdAt } = entry
  return (
    <Facts
      facts={[
        startedAt === undefined
          ? [labels.createdAt, <Time key="time" at={createdAt} />]
          : [ledgerTexts.startedAt, <Time key="time" at={startedAt} />],
        [labels.activeTime, formatDuration(entry.activeTime)],
        [
          labels.cost,
          <>
            {formatCost(entry.cost)} {unknownCosts(entry.withoutCost)}
          </>,
        ],
        [labels.actor, entry.actors.map((actor) => labels.actorNames[actor]).join(', ')],
        [
          labels.relatedEntity,
          <TextLink
            key="entity"
            inherit
            to="/$instance/work-ledger"
            params={{ instance }}
            search={{ entityId, period: 'all' }}
          >
            {relatedEntity}
          </TextLink>,
        ],
        [labels.modelName, <Model key="model" entry={entry} />],
      ]}
    />
  )
}

/** The version that computed the entry; what was imported has none. */
function Model({ entry: { modelName, modelId, modelVersion } }: { entry: WorkLedgerEntry }) {
  const { instance } = useApi()
  if (modelId === undefined || modelVersion === undefined) return modelName
  return (
    <TextLink
      inherit
      to="/$instance/twu-models/$modelId/draft/$version"
      params={{ instance, modelId, version: String(modelVersion) }}
    >
      {texts.reviews.model(modelName, modelVersion)}
    </TextLink>
  )
}
