import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { faultsByField } from '@instance-admin/sdk'
import { useApi } from '../api.ts'
import { DialogButton } from '../parts/dialog-button.tsx'
import { Failure } from '../parts/failure.tsx'
import { FormActions } from '../parts/form-actions.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Form } from '../parts/form.tsx'
import { notify } from '../parts/notify.tsx'
import { texts } from '../texts.ts'

const labels = texts.users

/** A button, and behind it the form that gives a user a new temporary password. */
export function NewPassword({ userId }: { userId: string }) {
  return (
    <DialogButton label={labels.newPassword} variant="default">
      {(close) => (
        <FormDialog title={labels.newPassword} close={close}>
          <PasswordForm userId={userId} close={close} />
        </FormDialog>
      )}
    </DialogButton>
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
    <Form form={form} error={update.error} onSubmit={(body) => update.mutate({ userId, body })}>
      <PasswordInput
        aria-invalid={form.errors.temporaryPassword !== undefined}
        label={labels.temporaryPassword}
        description={labels.passwordHint}
        autoComplete="new-password"
        data-autofocus
        required
        mb="md"
        {...form.getInputProps('temporaryPassword')}
      />
      {update.error && <Failure error={update.error} />}
      <FormActions save={texts.save} isPending={update.isPending} cancel={close} />
    </Form>
  )
}
