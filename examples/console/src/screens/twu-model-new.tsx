import { Button, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { faultsByField } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { texts } from '../texts.ts'

const labels = texts.models

/** A button, and behind it the form of a new model. Its definitions come later, in the editor of its draft. */
export function NewModel() {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button onClick={dialog.open}>{labels.create}</Button>
      <Modal opened={isOpen} onClose={dialog.close} title={labels.create}>
        <NewModelForm />
      </Modal>
    </>
  )
}

function NewModelForm() {
  const { instance, queries } = useApi()
  const navigate = useNavigate()
  const form = useForm({ initialValues: { name: '', description: '' } })
  const create = useMutation({
    ...queries.twuModels.create(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess: ({ modelId, version }) =>
      navigate({
        to: '/$instance/twu-models/$modelId/draft/$version',
        params: { instance, modelId, version: String(version) },
      }),
  })
  return (
    <form onSubmit={form.onSubmit((body) => create.mutate({ body }))}>
      <Stack>
        <TextInput label={labels.name} data-autofocus required {...form.getInputProps('name')} />
        <Textarea label={labels.description} autosize {...form.getInputProps('description')} />
        {create.error && <Failure error={create.error} />}
        <Button type="submit" loading={create.isPending}>
          {labels.create}
        </Button>
      </Stack>
    </form>
  )
}
