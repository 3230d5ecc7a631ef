import { Checkbox, Group, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { roleValues, type Role, type User } from '@instance-admin/sdk'
import { wide } from '../parts/fields.tsx'
import { texts } from '../texts.ts'

const labels = texts.users

/** The fields that a new user and the form of a user have in common. */
export function UserFields({ form }: { form: UserForm }) {
  return (
    <>
      <TextInput label={labels.username} required {...form.getInputProps('username')} />
      <TextInput label={labels.email} type="email" required {...form.getInputProps('email')} />
      <TextInput label={labels.name} required {...form.getInputProps('name')} />
      <TextInput label={labels.middleName} {...form.getInputProps('middleName')} />
      <TextInput label={labels.familyName} {...form.getInputProps('familyName')} />
      <Checkbox.Group className={wide} label={labels.roles} {...form.getInputProps('roles')}>
        <Group mt="xs">
          {roleValues.map((role) => (
            <Checkbox key={role} value={role} label={texts.roles[role]} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  )
}

/** What a person types. */
export interface UserValues {
  username: string
  email: string
  name: string
  middleName: string
  familyName: string
  roles: Role[]
}

export const emptyUser: UserValues = {
  username: '',
  email: '',
  name: '',
  middleName: '',
  familyName: '',
  roles: [],
}

export function toUserValues({ username, email, name, middleName, familyName, roles }: User): UserValues {
  return { username, email, name, middleName: middleName ?? '', familyName: familyName ?? '', roles }
}

/** A name that was left empty is null for the service. */
export function toUserBody<Values extends UserValues>(values: Values) {
  return { ...values, middleName: values.middleName || null, familyName: values.familyName || null }
}

/** Of Mantine's form, whatever else is in it. */
interface UserForm {
  getInputProps: (field: keyof UserValues) => GetInputPropsReturnType
}
