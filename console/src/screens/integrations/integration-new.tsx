import { Button, Group, Text } from '@mantine/core'
import { faultsByField, untypedIntegration, type IntegrationType } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import type { readIntegrations } from '../../filters.ts'
import { Failure } from '../../parts/failure.tsx'
import { Fields } from '../../parts/fields.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Mark } from '../../parts/mark.tsx'
import { notify } from '../../parts/notify.tsx'
import { useCheckedForm } from '../../parts/use-checked-form.ts'
import { texts } from '../../texts.ts'
import {
  IntegrationFields,
  toIntegrationBody,
  toIntegrationValues,
  validateIntegration,
} from './integration-fields.tsx'
import { IntegrationGallery } from './integration-gallery.tsx'
import { useConnectionTest } from './integration-test.tsx'
import { CredentialsLink } from './integration-type.tsx'
import { useIntegrationTypes } from './integration-types.ts'

const route = getRouteApi('/$instance/integrations')
const labels = texts.integrations

/** The dialog with the choice of a type, and then the form of that type. Which one it shows, its address says. */
export function NewIntegration({ type, close }: NewIntegrationProps) {
  return (
    <FormDialog title={labels.create} size="58rem" step={String(type)} close={close}>
      <ChooseType type={type} close={close} />
    </FormDialog>
  )
}

function ChooseType({ type: name, close }: NewIntegrationProps) {
  const types = useIntegrationTypes()
  const navigate = route.useNavigate()
  // One step in the history for the whole dialog: the way back leads to the list.
  const show = (type: NewIntegrationProps['type']) =>
    void navigate({ search: (now) => ({ ...now, new: type }), replace: true, resetScroll: false })
  if (types.isPending) return <Loading />
  if (!types.data) return <Failure error={types.error} retry={() => void types.refetch()} />
  const type = types.data.items.find((one) => one.type === name)
  if (!type) return <IntegrationGallery types={types.data.items} choose={(chosen) => show(chosen.type)} />
  return <NewIntegrationForm key={type.type} type={type} chooseOther={() => show(true)} close={close} />
}

function NewIntegrationForm({ type, chooseOther, close }: NewIntegrationFormProps) {
  const { instance, queries } = useApi()
  const navigate = useNavigate()
  const form = useCheckedForm({
    initialValues: toIntegrationValues(type),
    validate: validateIntegration(type),
  })
  const test = useConnectionTest({ form, type })
  const create = useMutation({
    ...queries.integrations.create(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess({ id, name }) {
      notify(texts.created(name))
      return navigate({
        to: '/$instance/integrations/$integrationId',
        params: { instance, integrationId: id },
        replace: true,
        ignoreBlocker: true,
      })
    },
  })
  return (
    <>
      <ChosenType type={type} chooseOther={chooseOther} />
      <Form
        form={form}
        error={create.error}
        onSubmit={(values) => create.mutate({ body: untypedIntegration(toIntegrationBody(type, values)) })}
      >
        <Fields>
          <IntegrationFields form={form} type={type} />
        </Fields>
        {test.result}
        <FormActions
          save={labels.submit}
          error={create.error}
          isPending={create.isPending}
          cancel={close}
          before={test.button}
        />
      </Form>
    </>
  )
}

/** What was chosen, with the way back to the gallery. */
function ChosenType({ type, chooseOther }: Pick<NewIntegrationFormProps, 'type' | 'chooseOther'>) {
  return (
    <Group mb="md" gap="sm">
      <Group gap="sm" wrap="nowrap">
        <Mark of={type.name} />
        <div>
          <Text fw={600}>{type.name}</Text>
          <CredentialsLink type={type} />
        </div>
      </Group>
      <Button variant="default" size="xs" ml="auto" onClick={chooseOther}>
        {labels.otherType}
      </Button>
    </Group>
  )
}

interface NewIntegrationProps {
  type: NonNullable<ReturnType<typeof readIntegrations>['new']>
  close: () => void
}

interface NewIntegrationFormProps {
  type: IntegrationType
  chooseOther: () => void
  close: () => void
}
