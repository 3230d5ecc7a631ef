import { Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { faultsByField, type TwuModelVersion } from '@instance-admin/sdk'
import type { Versioned } from '@instance-admin/sdk/react-query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useId } from 'react'
import { useApi } from '../api.ts'
import { Conflict } from '../parts/conflict.tsx'
import { Failure } from '../parts/failure.tsx'
import { FormActions } from '../parts/form-actions.tsx'
import { Form } from '../parts/form.tsx'
import { Loading } from '../parts/loading.tsx'
import { notify } from '../parts/notify.tsx'
import { Screen } from '../parts/screen.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import { useEditing } from '../parts/use-editing.ts'
import { PendingButton } from '../parts/pending-button.tsx'
import { texts } from '../texts.ts'
import { Actions } from './twu-actions.tsx'
import { Backtest } from './twu-backtest.tsx'
import { Bench } from './twu-bench.tsx'
import { Definition } from './twu-definition.tsx'
import { toDraftBody, toDraftValues } from './twu-draft-values.ts'
import { Entities } from './twu-entities.tsx'
import { Events } from './twu-events.tsx'
import { Outcomes } from './twu-outcomes.tsx'
import { Policies } from './twu-policies.tsx'
import { BackToModel } from './twu-back.tsx'
import { Report } from './twu-report.tsx'
import { TakeBack } from './twu-take-back.tsx'

const route = getRouteApi('/$instance/twu-models/$modelId/draft/$version')
const labels = texts.models

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
  const isReadOnly = status !== 'DRAFT' || !mayUpdate
  return (
    <Screen
      title={labels.titleOf(name, Number(version), status)}
      back={<BackToModel instance={instance} modelId={modelId} />}
      actions={status !== 'DRAFT' && mayUpdate && <TakeBack version={draft.data.data} />}
    >
      {draft.error && <Failure error={draft.error} retry={() => void draft.refetch()} />}
      <DraftForm key={`${modelId} ${version}`} latest={draft.data} isReadOnly={isReadOnly} />
    </Screen>
  )
}

function DraftForm({ latest, isReadOnly }: { latest: Versioned<TwuModelVersion>; isReadOnly: boolean }) {
  const { instance, queries, client, may } = useApi()
  const navigate = route.useNavigate()
  const { modelId, version } = latest.data
  const formId = useId()
  const form = useForm({ initialValues: toDraftValues(latest.data) })
  const publish = useMutation({
    ...queries.twuModels.publish(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess() {
      notify(labels.published(version))
      return navigate({ to: '/$instance/twu-models/$modelId', params: { instance, modelId } })
    },
  })
  const update = useMutation({
    ...queries.twuModels.versions.updateWithVersion(),
    onMutate: publish.reset,
  })
  const editing = useEditing({
    latest,
    form,
    toValues: toDraftValues,
    read: () => client.twuModels.versions.get(modelId, version).withResponse(),
    write: (values, ifMatch) => update.mutateAsync({ modelId, version, body: toDraftBody(values), ifMatch }),
    onSaved: (_draft, undo) => notify(labels.saved(version), undo),
  })
  const failure = publish.error ?? editing.error
  const isAsSaved = editing.isUntouched && update.data?.version === editing.base.version

  /** What is published is what is on the screen: it is saved first, and nothing that others saved meanwhile goes with it. */
  async function saveAndPublish() {
    const saved = editing.isUntouched ? editing.base : await editing.save(form.values)
    if (saved) publish.mutate({ modelId, ifMatch: saved.version })
  }

  return (
    <>
      <Bench form={form} isReadOnly={isReadOnly}>
        {isReadOnly ? (
          <Definition model={latest.data} />
        ) : (
          <Form id={formId} form={form} error={failure} onSubmit={(values) => void editing.save(values)}>
            <Stack>
              <TextInput label={labels.name} required {...form.getInputProps('name')} />
              <Textarea label={labels.description} autosize {...form.getInputProps('description')} />
              <Entities form={form} />
              <Actions form={form} />
              <Events form={form} />
              <Outcomes form={form} />
              <Policies form={form} />
            </Stack>
          </Form>
        )}
      </Bench>
      {failure !== null && <Failure error={failure} />}
      {failure === null && isAsSaved && <Report report={update.data?.data.report} draft={form.values} />}
      <Backtest modelId={modelId} version={version} />
      {!isReadOnly && (
        <FormActions form={formId} save={labels.saveDraft} isPending={update.isPending} cancel={editing.cancel}>
          {may('twuModels.publish') && (
            <PendingButton isPending={publish.isPending} onClick={() => void saveAndPublish()}>
              {labels.publish}
            </PendingButton>
          )}
        </FormActions>
      )}
      <Unsaved isUnsaved={!editing.isUntouched} />
      <Conflict conflict={editing.conflict} fields={labels} />
    </>
  )
}
