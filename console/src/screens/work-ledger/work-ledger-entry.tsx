import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { WorkLedgerEntry as Entry } from '@instance-admin/sdk'
import { readAgain, useApi } from '../../api.ts'
import { Failure } from '../../parts/failure.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import { ReviewForm, waitsForReview } from '../reviews/review-form.tsx'
import { EntryAgents } from './work-ledger-agents.tsx'
import { FactTable } from './work-ledger-computed.tsx'
import { Evidence } from './work-ledger-evidence.tsx'

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
      <Evidence entry={entry.data} />
      <EntryAgents entry={entry.data} />
      <FactTable title={texts.details} facts={listRest(entry.data)} />
      {may('workLedger.review') && waitsForReview(entry.data) && <ReviewForm entry={entry.data} />}
    </Screen>
  )
}

/** What is left to tell. */
function listRest({ id, type, entityId, createdAt, updatedAt }: Entry) {
  return [
    [labels.type, type],
    [labels.entityId, entityId],
    [labels.createdAt, <Time key="created" at={createdAt} isFull />],
    [labels.updatedAt, <Time key="updated" at={updatedAt} isFull />],
    [labels.id, id],
  ] as const
}
