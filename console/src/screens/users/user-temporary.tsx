import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { texts } from '../../texts.ts'
import { userTexts } from '../../texts/users.ts'

/** The password with which somebody signs in for the first time. It stays in view until whoever set it has passed it on. */
export function TemporaryPassword({ username, temporaryPassword, close }: Issued & { close: () => void }) {
  return (
    <SecretDialog
      title={userTexts.canSignIn(username)}
      label={texts.users.temporaryPassword}
      hint={userTexts.passOn}
      secret={temporaryPassword}
      close={close}
    />
  )
}

export interface Issued {
  username: string
  temporaryPassword: string
}
