import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { webhookTexts } from '../../texts/webhooks.ts'

const labels = webhookTexts

/** The secret of a webhook that was just made. */
export function WebhookSecret({ secret, close }: { secret: string | null; close: () => void }) {
  return (
    <SecretDialog
      title={labels.secretTitle}
      label={labels.secret}
      hint={labels.secretHint}
      secret={secret ?? labels.secretGone}
      close={close}
    />
  )
}
