import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { WorkLedgerEntry as Entry } from '@instance-admin/sdk'
import { readAgain, useApi } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { TextLink } from '../parts/link.tsx'
import { Loading } from '../parts/loading.tsx'
import { Screen } from '../parts/screen.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { MissedPolicies } from './review-evidence.tsx'
import { ReviewForm } from './review-form.tsx'
import { AboutEntry, StatusOfEntry } from './work-ledger-about.tsx'
import { EntryAgents } from './work-ledger-agents.tsx'
import { Facts, Outcomes, Part, Review } from './work-ledger-computed.tsx'
import { Operations } from './work-ledger-operations.tsx'

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
      <StatusOfEntry entry={entry.data} />
      {/* The report of work that failed says why in its description. */}
      {entry.data.description && <Text maw="50rem">{entry.data.description}</Text>}
      <MissedPolicies entry={entry.data} />
      <Review entry={entry.data} />
      <AboutEntry entry={entry.data} />
      <Operations entry={entry.data} />
      <Outcomes entry={entry.data} />
      <EntryAgents entry={entry.data} />
      <Rest entry={entry.data} />
      {may('workLedger.review') && needsReview(entry.data) && <ReviewForm entry={entry.data} />}
    </Screen>
  )
}

function needsReview({ status, policyStatus }: Entry): boolean {
  return policyStatus === 'review_required' && (status === 'completed' || status === 'failed')
}

/** What is left to tell. Its model leads to all that was done with it. */
function Rest({ entry: { id, type, modelName, entityId, createdAt, updatedAt } }: { entry: Entry }) {
  const { instance } = route.useParams()
  const fields = [
    {
      label: labels.modelName,
      value: (
        <TextLink size="sm" to="/$instance/work-ledger" params={{ instance }} search={{ modelName, period: 'all' }}>
          {modelName}
        </TextLink>
      ),
    },
    { label: labels.type, value: type },
    { label: labels.entityId, value: entityId },
    { label: labels.createdAt, value: <Time at={createdAt} /> },
    { label: labels.updatedAt, value: <Time at={updatedAt} /> },
    { label: labels.id, value: id },
  ]
  return (
    <Part title={texts.details}>
      <Facts label={texts.details} facts={fields} />
    </Part>
  )
}
