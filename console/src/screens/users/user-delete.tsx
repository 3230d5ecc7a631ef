import type { User } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { DeleteButton } from '../../parts/delete-button.tsx'
import { notify } from '../../parts/notify.tsx'
import { useWayBack } from '../../parts/places.ts'
import { texts } from '../../texts.ts'
import { userTexts } from '../../texts/users.ts'
import { nameOfUser } from './user-name.ts'

const labels = texts.users

export function DeleteUser({ user }: { user: User }) {
  const { instance, queries } = useApi()
  const goBack = useWayBack('/$instance/users', instance)
  const name = nameOfUser(user)
  const remove = useMutation({
    ...queries.users.delete(),
    onSuccess() {
      notify(labels.deleted(name))
      goBack(true)
    },
  })
  return (
    <DeleteButton
      name={name}
      hint={userTexts.deleteHint}
      isPending={remove.isPending}
      error={remove.error}
      onDelete={() => remove.mutate({ userId: user.id })}
    />
  )
}
