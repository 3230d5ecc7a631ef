import { untypedIntegration, type IntegrationType, type UntypedIntegration } from '@instance-admin/sdk'
import type { Versioned } from '@instance-admin/sdk/react-query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import { Conflict } from '../../parts/conflict.tsx'
import { DeleteButton } from '../../parts/delete-button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Fields } from '../../parts/fields.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { Form } from '../../parts/form.tsx'
import { WithHistory } from '../../parts/history.tsx'
import { Loading } from '../../parts/loading.tsx'
import { notify } from '../../parts/notify.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useEditing } from '../../parts/use-editing.ts'
import { useWayBack } from '../../parts/places.ts'
import { useCheckedForm } from '../../parts/use-checked-form.ts'
import { texts } from '../../texts.ts'
import { toComparison, toLabels } from './integration-comparison.ts'
import { IntegrationFacts } from './integration-facts.tsx'
import {
  IntegrationFields,
  toIntegrationBody,
  toIntegrationValues,
  validateIntegration,
} from './integration-fields.tsx'
import { IntegrationHealth } from './integration-health.tsx'
import { useConnectionTest } from './integration-test.tsx'

const route = getRouteApi('/$instance/integrations/$integrationId')
const list = '/$instance/integrations'

export function Integration() {
  const { integrationId } = route.useParams()
  const { queries } = useApi()
  const integration = useQuery(queries.integrations.getWithVersion(integrationId))
  const retry = () => void integration.refetch()
  if (integration.isPending) return <Loading />
  if (!integration.data) return <Failure error={integration.error} retry={retry} backTo={list} />
  return (
    <>
      {integration.error && <Failure error={integration.error} retry={retry} />}
      <Details key={integrationId} latest={integration.data} />
    </>
  )
}

function Details({ latest }: { latest: Versioned<UntypedIntegration> }) {
  const { queries, may } = useApi()
  const goBack = useWayBack(list)
  const { id: integrationId, name } = latest.data
  const type = useQuery(queries.integrationTypes.get(latest.data.type))
  if (type.isPending) return <Loading />
  if (!type.data) return <Failure error={type.error} retry={() => void type.refetch()} />
  return (
    <Screen
      title={name}
      backTo={list}
      actions={
        may('integrations.delete') && (
          <DeleteButton
            name={name}
            deletion={queries.integrations.delete()}
            what={{ integrationId }}
            notice={texts.deleted(name)}
            onDeleted={() => goBack(true)}
          />
        )
      }
    >
      <IntegrationHealth integration={latest.data} type={type.data} />
      {may('integrations.update') ? (
        <IntegrationForm latest={latest} type={type.data} />
      ) : (
        <IntegrationFacts integration={latest.data} type={type.data} />
      )}
    </Screen>
  )
}

function IntegrationForm({ latest, type }: IntegrationFormProps) {
  const { queries, client } = useApi()
  const { id: integrationId, configuredSecrets } = latest.data
  const update = useMutation(queries.integrations.updateWithVersion())
  const toValues = (integration: UntypedIntegration) => toIntegrationValues(type, integration)
  const form = useCheckedForm({
    initialValues: toValues(latest.data),
    validate: validateIntegration(type, configuredSecrets),
  })
  const editing = useEditing({
    latest,
    form,
    toValues,
    read: () => client.integrations.get(integrationId).withResponse(),
    write: (values, ifMatch) =>
      update.mutateAsync({ integrationId, body: untypedIntegration(toIntegrationBody(type, values)), ifMatch }),
    // Without an undo: what a secret was before, nobody can read.
    onSaved: ({ name }) => notify(texts.saved(name)),
  })

  const test = useConnectionTest({
    form,
    type,
    stored: { integration: latest.data, isUntouched: editing.isUntouched },
  })
  const { conflict } = editing

  return (
    <WithHistory type="integration" id={integrationId} fields={toLabels(type)} restore={editing.restore}>
      <Form form={form} error={editing.error} onSubmit={(values) => void editing.save(values)}>
        <Fields>
          <IntegrationFields form={form} type={type} configuredSecrets={configuredSecrets} />
        </Fields>
        {test.result}
        <FormActions
          save={texts.save}
          error={editing.error}
          isPending={update.isPending}
          cancel={editing.cancel}
          before={test.button}
        />
      </Form>
      <Conflict
        conflict={{
          ...conflict,
          mine: toComparison(type, conflict.mine),
          theirs: toComparison(type, conflict.theirs),
        }}
        fields={toLabels(type)}
      />
      <Unsaved isUnsaved={!editing.isUntouched} />
    </WithHistory>
  )
}

interface IntegrationFormProps {
  latest: Versioned<UntypedIntegration>
  type: IntegrationType
}
