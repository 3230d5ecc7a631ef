import { Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { faultsByField, untypedIntegration, type IntegrationType } from '@instance-admin/sdk'
import { integrationTypeGroupValues } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { Fields } from '../parts/fields.tsx'
import { FormActions } from '../parts/form-actions.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Form } from '../parts/form.tsx'
import { Loading } from '../parts/loading.tsx'
import { notify } from '../parts/notify.tsx'
import { scrollingOptions } from '../parts/scrolling-options.ts'
import { texts } from '../texts.ts'
import { IntegrationFields, toIntegrationBody, toIntegrationValues } from './integration-fields.tsx'
import { findFaults } from './integration-faults.ts'
import { TestBeforeSave } from './integration-test.tsx'
import { useIntegrationTypes } from './integration-types.ts'

const labels = texts.integrations

/** The dialog with the choice of a type, and then the form of that type. */
export function NewIntegration({ close }: { close: () => void }) {
  return (
    <FormDialog title={labels.create} size="xl" close={close}>
      <ChooseType close={close} />
    </FormDialog>
  )
}

function ChooseType({ close }: { close: () => void }) {
  const types = useIntegrationTypes()
  const [chosen, choose] = useState<string | null>(null)
  if (types.isPending) return <Loading />
  if (!types.data) return <Failure error={types.error} retry={() => void types.refetch()} />
  const { items } = types.data
  const type = items.find((item) => item.type === chosen)
  return (
    <>
      <Select
        label={labels.type}
        placeholder={labels.chooseType}
        data={integrationTypeGroupValues.map((group) => ({
          group: labels.groups[group],
          items: items.filter((item) => item.group === group).map((item) => ({ value: item.type, label: item.name })),
        }))}
        searchable
        nothingFoundMessage={texts.list.empty}
        {...scrollingOptions}
        value={chosen}
        onChange={choose}
        mb="md"
      />
      {type && <NewIntegrationForm key={type.type} type={type} close={close} />}
    </>
  )
}

function NewIntegrationForm({ type, close }: { type: IntegrationType; close: () => void }) {
  const { instance, queries } = useApi()
  const navigate = useNavigate()
  const form = useForm({ initialValues: toIntegrationValues(type), validate: (values) => findFaults(type, values) })
  const create = useMutation({
    ...queries.integrations.create(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess({ id, name }) {
      notify(labels.created(name))
      return navigate({
        to: '/$instance/integrations/$integrationId',
        params: { instance, integrationId: id },
        ignoreBlocker: true,
      })
    },
  })
  return (
    <Form
      form={form}
      error={create.error}
      onSubmit={(values) => create.mutate({ body: untypedIntegration(toIntegrationBody(type, values)) })}
    >
      <Fields>
        <IntegrationFields form={form} type={type} />
      </Fields>
      <TestBeforeSave form={form} type={type} />
      {create.error && <Failure error={create.error} />}
      <FormActions save={labels.submit} isPending={create.isPending} cancel={close} />
    </Form>
  )
}
