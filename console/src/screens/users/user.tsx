import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { User as UserData } from '@instance-admin/sdk'
import { userUpdate } from '@instance-admin/sdk/schemas'
import type { Versioned } from '@instance-admin/sdk/react-query'
import { useApi } from '../../api.ts'
import { Conflict } from '../../parts/conflict.tsx'
import { DeleteButton } from '../../parts/delete-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Fields } from '../../parts/fields.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { Form } from '../../parts/form.tsx'
import { WithHistory } from '../../parts/history.tsx'
import { Loading } from '../../parts/loading.tsx'
import { notify } from '../../parts/notify.tsx'
import { useWayBack } from '../../parts/places.ts'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useEditing } from '../../parts/use-editing.ts'
import { checkBody, useCheckedForm } from '../../parts/use-checked-form.ts'
import { texts } from '../../texts.ts'
import { userTexts } from '../../texts/users.ts'
import { UserAccount } from './user-account.tsx'
import { toUserBody, toUserValues, UserFields } from './user-fields.tsx'
import { nameOfUser } from './user-name.ts'
import { NewPassword } from './user-password.tsx'
import { Roles } from './user-roles.tsx'

const route = getRouteApi('/$instance/users/$userId')
const labels = texts.users
const list = '/$instance/users'
const validate = checkBody(userUpdate, toUserBody<ReturnType<typeof toValues>>)

export function User() {
  const { userId } = route.useParams()
  const { queries, may, me } = useApi()
  const goBack = useWayBack(list)
  const user = useQuery(queries.users.getWithVersion(userId))
  const retry = () => void user.refetch()
  if (user.isPending) return <Loading />
  if (!user.data) return <Failure error={user.error} retry={retry} backTo={list} />
  const name = nameOfUser(user.data.data)
  const mayUpdate = may('users.update')
  // Nobody can delete themselves.
  const mayDelete = may('users.delete') && me.user?.id !== userId
  return (
    <Screen
      title={name}
      backTo={list}
      actions={
        <>
          {mayUpdate && <NewPassword userId={userId} />}
          {mayDelete && (
            <DeleteButton
              name={name}
              hint={userTexts.deleteHint}
              deletion={queries.users.delete()}
              what={{ userId }}
              notice={texts.deleted(name)}
              onDeleted={() => goBack(true)}
            />
          )}
        </>
      }
    >
      {user.error && <Failure error={user.error} retry={retry} />}
      {may('users.getAccount') && <UserAccount userId={userId} />}
      {mayUpdate ? <UserForm key={userId} latest={user.data} /> : <UserFacts user={user.data.data} />}
    </Screen>
  )
}

/** For those who may not change it. */
function UserFacts({ user }: { user: UserData }) {
  return (
    <WithHistory type="user" id={user.id}>
      <Facts
        facts={[
          [labels.username, user.username],
          [labels.email, user.email],
          [labels.name, user.name],
          [labels.middleName, user.middleName],
          [labels.familyName, user.familyName],
          [labels.roles, <Roles key="roles" roles={user.roles} />],
          [labels.enabled, <Status key="enabled" value={user.enabled ? 'enabled' : 'disabled'} />],
          [labels.updatedAt, <Time key="time" at={user.updatedAt} />],
        ]}
      />
    </WithHistory>
  )
}

function UserForm({ latest }: { latest: Versioned<UserData> }) {
  const { queries, client } = useApi()
  const { id: userId } = latest.data
  const update = useMutation(queries.users.updateWithVersion())
  const form = useCheckedForm({ initialValues: toValues(latest.data), validate })
  const editing = useEditing({
    latest,
    form,
    toValues,
    read: () => client.users.get(userId).withResponse(),
    write: (values, ifMatch) => update.mutateAsync({ userId, body: toUserBody(values), ifMatch }),
    onSaved: ({ username }, undo) => notify(texts.saved(username), undo),
  })

  return (
    <WithHistory type="user" id={userId} restore={editing.restore}>
      <Form form={form} error={editing.error} onSubmit={(values) => void editing.save(values)}>
        <Fields>
          <UserFields form={form} />
          <Switch label={labels.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
        </Fields>
        <FormActions save={texts.save} error={editing.error} isPending={update.isPending} cancel={editing.cancel} />
      </Form>
      <Conflict conflict={editing.conflict} fields={labels} />
      <Unsaved isUnsaved={!editing.isUntouched} />
    </WithHistory>
  )
}

function toValues(user: UserData) {
  return { ...toUserValues(user), enabled: user.enabled }
}
