import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import type { Role, User } from '@instance-admin/sdk'
import { wide } from '../../parts/fields.tsx'
import { keysOf } from '../../parts/keys-of.ts'
import { Status } from '../../parts/status.tsx'
import { texts } from '../../texts.ts'
import { userTexts } from '../../texts/users.ts'

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
        <Stack mt="xs" gap="xs">
          {keysOf(texts.roles).map((role) => (
            <Checkbox key={role} value={role} label={texts.roles[role]} description={userTexts.roleHints[role]} />
          ))}
          {form.values.roles.length === 0 && (
            <Group gap="xs" role="status">
              <Status value="noRole" />
              <Text size="sm">{userTexts.withoutRole}</Text>
            </Group>
          )}
        </Stack>
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
  values: Pick<UserValues, 'roles'>
  getInputProps: (field: keyof UserValues) => GetInputPropsReturnType
}
