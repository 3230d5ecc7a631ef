import { Button, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { User as UserData } from '@instance-admin/sdk'
import type { Versioned } from '@instance-admin/sdk/react-query'
import { useApi } from '../api.ts'
import { Conflict } from '../parts/conflict.tsx'
import { Fields } from '../parts/fields.tsx'
import { Failure } from '../parts/failure.tsx'
import { WithHistory } from '../parts/history.tsx'
import { Loading } from '../parts/loading.tsx'
import { notify } from '../parts/notify.tsx'
import { fillForm, type Difference } from '../parts/restore.ts'
import { Screen } from '../parts/screen.tsx'
import { useEditing } from '../parts/use-editing.ts'
import { texts } from '../texts.ts'
import { toUserBody, toUserValues, UserFields } from './user-fields.tsx'
import { NewPassword } from './user-password.tsx'

const route = getRouteApi('/$instance/users/$userId')
const labels = texts.users

export function User() {
  const { userId } = route.useParams()
  const { queries, may } = useApi()
  const user = useQuery(queries.users.getWithVersion(userId))
  if (user.isPending) return <Loading />
  if (!user.data) return <Failure error={user.error} retry={() => void user.refetch()} />
  const mayUpdate = may('users.update')
  return (
    <Screen title={user.data.data.username} actions={mayUpdate && <NewPassword userId={userId} />}>
      {user.error && <Failure error={user.error} retry={() => void user.refetch()} />}
      <UserForm key={userId} latest={user.data} isReadOnly={!mayUpdate} />
    </Screen>
  )
}

function UserForm({ latest, isReadOnly }: { latest: Versioned<UserData>; isReadOnly: boolean }) {
  const { queries } = useApi()
  const update = useMutation(queries.users.updateWithVersion())
  const form = useForm({ initialValues: toValues(latest.data) })
  const editing = useEditing({
    latest,
    form,
    toValues,
    write: (values, ifMatch) => update.mutateAsync({ userId: latest.data.id, body: toUserBody(values), ifMatch }),
    onSaved: ({ username }, undo) => notify(labels.saved(username), undo),
  })
  const restore = (difference: Difference[]) => fillForm(form, toValues, latest.data, difference)

  return (
    <WithHistory type="user" id={latest.data.id} restore={isReadOnly ? undefined : restore}>
      <form onSubmit={form.onSubmit((values) => void editing.save(values))}>
        <Fields isReadOnly={isReadOnly}>
          <UserFields form={form} />
          <Switch label={labels.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
          {editing.error !== null && <Failure error={editing.error} />}
          {!isReadOnly && (
            <Button type="submit" loading={update.isPending}>
              {texts.save}
            </Button>
          )}
        </Fields>
        <Conflict conflict={editing.conflict} fields={labels} />
      </form>
    </WithHistory>
  )
}

function toValues(user: UserData) {
  return { ...toUserValues(user), enabled: user.enabled }
}
