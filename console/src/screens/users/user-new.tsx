import { PasswordInput } from '@mantine/core'
import { faultsByField } from '@instance-admin/sdk'
import { userCreate } from '@instance-admin/sdk/schemas'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { Fields } from '../../parts/fields.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { checkBody, useCheckedForm } from '../../parts/use-checked-form.ts'
import { texts } from '../../texts.ts'
import { TemporaryPassword, type Issued } from './user-temporary.tsx'
import { UserFields, emptyUser, toUserBody } from './user-fields.tsx'

const labels = texts.users
const newUser = { ...emptyUser, temporaryPassword: '' }
const validate = checkBody(userCreate, toUserBody<typeof newUser>)

/** The dialog with the form of a new user, and then with the password. */
export function NewUser({ close }: { close: () => void }) {
  const [issued, setIssued] = useState<Issued | null>(null)
  if (issued) return <TemporaryPassword {...issued} close={close} />
  return (
    <FormDialog title={labels.create} size="lg" close={close}>
      <NewUserForm close={close} done={setIssued} />
    </FormDialog>
  )
}

function NewUserForm({ close, done }: { close: () => void; done: (issued: Issued) => void }) {
  const { queries } = useApi()
  const form = useCheckedForm({ initialValues: newUser, validate })
  const create = useMutation({
    ...queries.users.create(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess: ({ username }) => done({ username, temporaryPassword: form.getValues().temporaryPassword }),
  })
  return (
    <Form form={form} error={create.error} onSubmit={(values) => create.mutate({ body: toUserBody(values) })}>
      <Fields>
        <UserFields form={form} />
        <PasswordInput
          aria-invalid={form.errors.temporaryPassword !== undefined}
          label={labels.temporaryPassword}
          description={labels.passwordHint}
          autoComplete="new-password"
          required
          {...form.getInputProps('temporaryPassword')}
        />
      </Fields>
      <FormActions save={labels.submit} error={create.error} isPending={create.isPending} cancel={close} />
    </Form>
  )
}
