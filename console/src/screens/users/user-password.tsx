import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { faultsByField } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { texts } from '../../texts.ts'
import { TemporaryPassword, type Issued } from './user-temporary.tsx'

const labels = texts.users

/** A button, and behind it the form that gives a user a new temporary password. */
export function NewPassword({ userId }: { userId: string }) {
  return (
    <DialogButton label={labels.newPassword} variant="default">
      {(close) => <PasswordDialog userId={userId} close={close} />}
    </DialogButton>
  )
}

function PasswordDialog({ userId, close }: PasswordDialogProps) {
  const [issued, setIssued] = useState<Issued | null>(null)
  if (issued) return <TemporaryPassword {...issued} close={close} />
  return (
    <FormDialog title={labels.newPassword} close={close}>
      <PasswordForm userId={userId} close={close} done={setIssued} />
    </FormDialog>
  )
}

function PasswordForm({ userId, close, done }: PasswordDialogProps & { done: (issued: Issued) => void }) {
  const { queries } = useApi()
  const form = useForm({ initialValues: { temporaryPassword: '' } })
  const update = useMutation({
    ...queries.users.update(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess: ({ username }) => done({ username, temporaryPassword: form.getValues().temporaryPassword }),
  })
  return (
    <Form form={form} error={update.error} onSubmit={(body) => update.mutate({ userId, body })}>
      <PasswordInput
        aria-invalid={form.errors.temporaryPassword !== undefined}
        label={labels.temporaryPassword}
        description={labels.passwordHint}
        autoComplete="new-password"
        required
        mb="md"
        {...form.getInputProps('temporaryPassword')}
      />
      <FormActions save={texts.save} error={update.error} isPending={update.isPending} cancel={close} />
    </Form>
  )
}

interface PasswordDialogProps {
  userId: string
  close: () => void
}
