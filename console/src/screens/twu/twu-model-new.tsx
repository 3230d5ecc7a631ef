import { Stack, Textarea, TextInput } from '@mantine/core'
import { faultsByField } from '@instance-admin/sdk'
import { twuModelInput } from '@instance-admin/sdk/schemas'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import { FormActions } from '../../parts/form-actions.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { checkBody, useCheckedForm } from '../../parts/use-checked-form.ts'
import { texts } from '../../texts.ts'

const labels = texts.models
const validate = checkBody(twuModelInput, (values: { name: string; description: string }) => values)

/** The dialog with the form of a new model. Its definitions come later, in the editor of its draft. */
export function NewModel({ close }: { close: () => void }) {
  return (
    <FormDialog title={labels.create} close={close}>
      <NewModelForm close={close} />
    </FormDialog>
  )
}

function NewModelForm({ close }: { close: () => void }) {
  const { instance, queries } = useApi()
  const navigate = useNavigate()
  const form = useCheckedForm({ initialValues: { name: '', description: '' }, validate })
  const create = useMutation({
    ...queries.twuModels.create(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess: ({ modelId, version }) =>
      navigate({
        to: '/$instance/twu-models/$modelId/draft/$version',
        params: { instance, modelId, version: String(version) },
        ignoreBlocker: true,
      }),
  })
  return (
    <Form form={form} error={create.error} onSubmit={(body) => create.mutate({ body })}>
      <Stack mb="md">
        <TextInput label={labels.name} required {...form.getInputProps('name')} />
        <Textarea label={labels.description} autosize {...form.getInputProps('description')} />
      </Stack>
      <FormActions save={labels.submit} error={create.error} isPending={create.isPending} cancel={close} />
    </Form>
  )
}
