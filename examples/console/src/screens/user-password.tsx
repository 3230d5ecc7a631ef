import { Button, Modal, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { faultsByField } from '@instance-admin/sdk'
import { useApi } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { notify } from '../parts/notify.tsx'
import { texts } from '../texts.ts'

const labels = texts.users

/** A button, and behind it the form that gives a user a new temporary password. */
export function NewPassword({ userId }: { userId: string }) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {labels.newPassword}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={labels.newPassword}>
        <PasswordForm userId={userId} close={dialog.close} />
      </Modal>
    </>
  )
}

function PasswordForm({ userId, close }: { userId: string; close: () => void }) {
  const { queries } = useApi()
  const form = useForm({ initialValues: { temporaryPassword: '' } })
  const update = useMutation({
    ...queries.users.update(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess({ username }) {
      notify(labels.created(username))
      close()
    },
  })
  return (
    <form onSubmit={form.onSubmit((body) => update.mutate({ userId, body }))}>
      <Stack>
        <PasswordInput
          label={labels.temporaryPassword}
          description={labels.passwordHint}
          autoComplete="new-password"
          data-autofocus
          required
          {...form.getInputProps('temporaryPassword')}
        />
        {update.error && <Failure error={update.error} />}
        <Button type="submit" loading={update.isPending}>
          {texts.save}
        </Button>
      </Stack>
    </form>
  )
}
