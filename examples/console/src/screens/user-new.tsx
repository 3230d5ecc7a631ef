import { Button, Modal, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { faultsByField } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { notify } from '../parts/notify.tsx'
import { texts } from '../texts.ts'
import { UserFields, emptyUser, toUserBody } from './user-fields.tsx'

const labels = texts.users

/** A button, and behind it the form of a new user. */
export function NewUser() {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button onClick={dialog.open}>{labels.create}</Button>
      <Modal opened={isOpen} onClose={dialog.close} title={labels.create}>
        <NewUserForm close={dialog.close} />
      </Modal>
    </>
  )
}

function NewUserForm({ close }: { close: () => void }) {
  const { queries } = useApi()
  const form = useForm({ initialValues: { ...emptyUser, temporaryPassword: '' } })
  const create = useMutation({
    ...queries.users.create(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess({ username }) {
      notify(labels.created(username))
      close()
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate({ body: toUserBody(values) }))}>
      <Stack>
        <UserFields form={form} />
        <PasswordInput
          label={labels.temporaryPassword}
          description={labels.passwordHint}
          autoComplete="new-password"
          required
          {...form.getInputProps('temporaryPassword')}
        />
        {create.error && <Failure error={create.error} />}
        <Button type="submit" loading={create.isPending}>
          {labels.create}
        </Button>
      </Stack>
    </form>
  )
}
