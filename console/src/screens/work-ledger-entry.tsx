import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { WorkLedgerEntry as Entry } from '@instance-admin/sdk'
import { readAgain, useApi } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { TextLink } from '../parts/link.tsx'
import { Loading } from '../parts/loading.tsx'
import { Screen } from '../parts/screen.tsx'
import { Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { MissedPolicies } from './review-evidence.tsx'
import { ReviewForm } from './review-form.tsx'
import { unknownCosts } from './unknown-costs.tsx'
import { EntryAgents } from './work-ledger-agents.tsx'
import { Computed, Facts } from './work-ledger-computed.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'

const route = getRouteApi('/$instance/work-ledger/$entryId')
const labels = texts.ledger

export function WorkLedgerEntry() {
  const { entryId } = route.useParams()
  const { queries, may } = useApi()
  const entry = useQuery({ ...queries.workLedger.get(entryId), ...readAgain })
  const retry = () => void entry.refetch()
  if (entry.isPending) return <Loading />
  if (!entry.data) return <Failure error={entry.error} retry={retry} backTo="/$instance/work-ledger" />
  return (
    <Screen title={entry.data.title} backTo="/$instance/work-ledger">
      {entry.error && <Failure error={entry.error} retry={retry} />}
      {may('workLedger.review') && needsReview(entry.data) && <ReviewForm entry={entry.data} />}
      <EntryFields entry={entry.data} />
      <MissedPolicies entry={entry.data} />
      <EntryAgents entry={entry.data} />
      <Computed entry={entry.data} />
    </Screen>
  )
}

function needsReview({ status, policyStatus }: Entry): boolean {
  return policyStatus === 'review_required' && (status === 'completed' || status === 'failed')
}

/** All that the service tells of an entry. Its model and its entity lead to all that was done with them. */
function EntryFields({ entry }: { entry: Entry }) {
  const { instance } = route.useParams()
  const { entityId, modelName } = entry
  const fields = [
    { label: labels.description, value: entry.description || texts.none },
    { label: labels.type, value: entry.type },
    { label: labels.status, value: <Status value={entry.status} /> },
    { label: labels.policyStatus, value: <Status value={entry.policyStatus} /> },
    { label: labels.actor, value: entry.actors.map((actor) => labels.actorNames[actor]).join(', ') },
    {
      label: labels.modelName,
      value: (
        <TextLink size="sm" to="/$instance/work-ledger" params={{ instance }} search={{ modelName, period: 'all' }}>
          {modelName}
        </TextLink>
      ),
    },
    {
      label: labels.relatedEntity,
      value: (
        <TextLink size="sm" to="/$instance/work-ledger" params={{ instance }} search={{ entityId, period: 'all' }}>
          {entry.relatedEntity}
        </TextLink>
      ),
    },
    { label: labels.entityId, value: entityId },
    { label: labels.activeTime, value: formatDuration(entry.activeTime) },
    {
      label: labels.cost,
      value: (
        <>
          {formatCost(entry.cost)} {unknownCosts(entry.withoutCost)}
        </>
      ),
    },
    { label: labels.createdAt, value: <Time at={entry.createdAt} /> },
    { label: labels.updatedAt, value: <Time at={entry.updatedAt} /> },
    { label: labels.id, value: entry.id },
  ]
  return <Facts label={texts.details} facts={fields} />
}
