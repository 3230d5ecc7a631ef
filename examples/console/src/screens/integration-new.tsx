import { Button, Modal, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { faultsByField, untypedIntegration, type IntegrationType } from '@instance-admin/sdk'
import { integrationTypeGroupValues } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { Fields } from '../parts/fields.tsx'
import { Loading } from '../parts/loading.tsx'
import { notify } from '../parts/notify.tsx'
import { scrollingOptions } from '../parts/scrolling-options.ts'
import { texts } from '../texts.ts'
import { IntegrationFields, toIntegrationBody, toIntegrationValues } from './integration-fields.tsx'
import { useIntegrationTypes } from './integration-types.ts'

const labels = texts.integrations

/** A button, and behind it the choice of a type, and then the form of that type. */
export function NewIntegration() {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button onClick={dialog.open}>{labels.create}</Button>
      <Modal opened={isOpen} onClose={dialog.close} title={labels.create}>
        <ChooseType />
      </Modal>
    </>
  )
}

function ChooseType() {
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
      {type && <NewIntegrationForm key={type.type} type={type} />}
    </>
  )
}

function NewIntegrationForm({ type }: { type: IntegrationType }) {
  const { instance, queries } = useApi()
  const navigate = useNavigate()
  const form = useForm({ initialValues: toIntegrationValues(type) })
  const create = useMutation({
    ...queries.integrations.create(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess({ id, name }) {
      notify(labels.created(name))
      return navigate({
        to: '/$instance/integrations/$integrationId',
        params: { instance, integrationId: id },
      })
    },
  })
  return (
    <form
      onSubmit={form.onSubmit((values) => create.mutate({ body: untypedIntegration(toIntegrationBody(type, values)) }))}
    >
      <Fields>
        <IntegrationFields form={form} type={type} />
        {create.error && <Failure error={create.error} />}
        <Button type="submit" loading={create.isPending}>
          {labels.create}
        </Button>
      </Fields>
    </form>
  )
}
