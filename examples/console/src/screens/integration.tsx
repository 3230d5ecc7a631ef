import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { untypedIntegration, type IntegrationType, type UntypedIntegration } from '@instance-admin/sdk'
import type { Versioned } from '@instance-admin/sdk/react-query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../api.ts'
import { Conflict } from '../parts/conflict.tsx'
import { DeleteButton } from '../parts/delete-button.tsx'
import { Failure } from '../parts/failure.tsx'
import { Fields } from '../parts/fields.tsx'
import { WithHistory } from '../parts/history.tsx'
import { Loading } from '../parts/loading.tsx'
import { notify } from '../parts/notify.tsx'
import { fillForm, type Difference } from '../parts/restore.ts'
import { Screen } from '../parts/screen.tsx'
import { useEditing } from '../parts/use-editing.ts'
import { texts } from '../texts.ts'
import { toComparison, toLabels } from './integration-comparison.ts'
import { IntegrationFields, toIntegrationBody, toIntegrationValues } from './integration-fields.tsx'
import { IntegrationHealth } from './integration-health.tsx'

const route = getRouteApi('/$instance/integrations/$integrationId')
const labels = texts.integrations

export function Integration() {
  const { integrationId } = route.useParams()
  const { queries } = useApi()
  const integration = useQuery(queries.integrations.getWithVersion(integrationId))
  const retry = () => void integration.refetch()
  if (integration.isPending) return <Loading />
  if (!integration.data) return <Failure error={integration.error} retry={retry} />
  return (
    <>
      {integration.error && <Failure error={integration.error} retry={retry} />}
      <Details key={integrationId} latest={integration.data} />
    </>
  )
}

function Details({ latest }: { latest: Versioned<UntypedIntegration> }) {
  const { queries, may } = useApi()
  const type = useQuery(queries.integrationTypes.get(latest.data.type))
  if (type.isPending) return <Loading />
  if (!type.data) return <Failure error={type.error} retry={() => void type.refetch()} />
  return (
    <Screen
      title={latest.data.name}
      actions={may('integrations.delete') && <DeleteIntegration integration={latest.data} />}
    >
      <IntegrationHealth integration={latest.data} type={type.data} />
      <IntegrationForm latest={latest} type={type.data} isReadOnly={!may('integrations.update')} />
    </Screen>
  )
}

function IntegrationForm({ latest, type, isReadOnly }: IntegrationFormProps) {
  const { queries } = useApi()
  const update = useMutation(queries.integrations.updateWithVersion())
  const toValues = (integration: UntypedIntegration) => toIntegrationValues(type, integration)
  const form = useForm({ initialValues: toValues(latest.data) })
  const editing = useEditing({
    latest,
    form,
    toValues,
    write: (values, ifMatch) =>
      update.mutateAsync({
        integrationId: latest.data.id,
        body: untypedIntegration(toIntegrationBody(type, values)),
        ifMatch,
      }),
    // Without an undo: what a secret was before, nobody can read.
    onSaved: ({ name }) => notify(labels.saved(name)),
  })

  const { conflict } = editing
  const restore = (difference: Difference[]) => fillForm(form, toValues, latest.data, difference)

  return (
    <WithHistory type="integration" id={latest.data.id} restore={isReadOnly ? undefined : restore}>
      <form onSubmit={form.onSubmit((values) => void editing.save(values))}>
        <Fields isReadOnly={isReadOnly}>
          <IntegrationFields form={form} type={type} configuredSecrets={latest.data.configuredSecrets} />
          {editing.error !== null && <Failure error={editing.error} />}
          {!isReadOnly && (
            <Button type="submit" loading={update.isPending}>
              {texts.save}
            </Button>
          )}
        </Fields>
        <Conflict
          conflict={{
            ...conflict,
            mine: toComparison(type, conflict.mine),
            theirs: toComparison(type, conflict.theirs),
          }}
          fields={toLabels(type)}
        />
      </form>
    </WithHistory>
  )
}

function DeleteIntegration({ integration: { id, name } }: { integration: UntypedIntegration }) {
  const { instance, queries } = useApi()
  const navigate = route.useNavigate()
  const remove = useMutation({
    ...queries.integrations.delete(),
    onSuccess() {
      notify(labels.deleted(name))
      return navigate({ to: '/$instance/integrations', params: { instance } })
    },
  })
  const { isPending, error } = remove
  return (
    <DeleteButton
      name={name}
      isPending={isPending}
      error={error}
      onDelete={() => remove.mutate({ integrationId: id })}
    />
  )
}

interface IntegrationFormProps {
  latest: Versioned<UntypedIntegration>
  type: IntegrationType
  isReadOnly: boolean
}
