import { Text } from '@mantine/core'
import type { TwuModel as TwuModelData } from '@instance-admin/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import { Failure } from '../../parts/failure.tsx'
import { WithHistory } from '../../parts/history.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Screen } from '../../parts/screen.tsx'
import { PendingButton } from '../../parts/pending-button.tsx'
import { Status } from '../../parts/status.tsx'
import { texts } from '../../texts.ts'
import { Executions } from './twu-executions.tsx'
import { Versions } from './twu-versions.tsx'

const route = getRouteApi('/$instance/twu-models/$modelId')
const labels = texts.models
const list = '/$instance/twu-models'

export function TwuModel() {
  const { modelId } = route.useParams()
  const { queries } = useApi()
  const model = useQuery(queries.twuModels.get(modelId))
  if (model.isPending) return <Loading />
  if (!model.data) return <Failure error={model.error} retry={() => void model.refetch()} backTo={list} />
  return <Model model={model.data} error={model.error} />
}

function Model({ model, error }: { model: TwuModelData; error: Error | null }) {
  const { instance, queries, may } = useApi()
  const navigate = useNavigate()
  const { modelId, name, description, status, draftVersion } = model
  const editor = '/$instance/twu-models/$modelId/draft/$version'
  const create = useMutation({
    ...queries.twuModels.versions.create(),
    onSuccess: (created) => navigate({ to: editor, params: { instance, modelId, version: String(created.version) } }),
  })
  const actions = (
    <>
      {draftVersion !== null && (
        <ButtonLink to={editor} params={{ instance, modelId, version: String(draftVersion) }}>
          {labels.openDraft}
        </ButtonLink>
      )}
      {draftVersion === null && may('twuModels.versions.create') && (
        <PendingButton isPending={create.isPending} onClick={() => create.mutate({ modelId, body: model })}>
          {labels.createVersion}
        </PendingButton>
      )}
    </>
  )
  return (
    <Screen title={name} backTo={list} actions={actions}>
      {error && <Failure error={error} />}
      {create.error && <Failure error={create.error} />}
      {description !== '' && <Text>{description}</Text>}
      <Status value={status} />
      <WithHistory type="twu_model" id={modelId}>
        <Versions modelId={modelId} />
        {may('workLedger.list') && <Executions modelId={modelId} />}
      </WithHistory>
    </Screen>
  )
}
