import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import { Failure } from '../../parts/failure.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Screen } from '../../parts/screen.tsx'
import { texts } from '../../texts.ts'
import { BackToModel } from './twu-back.tsx'
import { DraftEditor } from './twu-draft-editor.tsx'
import { TakeBack } from './twu-take-back.tsx'

const route = getRouteApi('/$instance/twu-models/$modelId/draft/$version')

/** A version of a model. A draft can be edited here; what was published or archived can only be read. */
export function TwuDraft() {
  const { instance, modelId, version } = route.useParams()
  const { queries, may } = useApi()
  const draft = useQuery(queries.twuModels.versions.getWithVersion(modelId, Number(version)))
  if (draft.isPending) return <Loading />
  if (!draft.data)
    return <Failure error={draft.error} retry={() => void draft.refetch()} backTo="/$instance/twu-models" />
  const { name, status } = draft.data.data
  const mayUpdate = may('twuModels.versions.update')
  return (
    <Screen
      title={texts.models.titleOf(name, Number(version), status)}
      back={<BackToModel instance={instance} modelId={modelId} />}
      actions={status !== 'DRAFT' && mayUpdate && <TakeBack version={draft.data.data} />}
    >
      {draft.error && <Failure error={draft.error} retry={() => void draft.refetch()} />}
      <DraftEditor key={`${modelId} ${version}`} latest={draft.data} isReadOnly={status !== 'DRAFT' || !mayUpdate} />
    </Screen>
  )
}
