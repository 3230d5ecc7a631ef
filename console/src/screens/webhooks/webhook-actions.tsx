import { Button, Group, Modal, Text } from '@mantine/core'
import type { Webhook } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { DeleteButton } from '../../parts/delete-button.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { notify, notifyFailure } from '../../parts/notify.tsx'
import { PendingButton } from '../../parts/pending-button.tsx'
import { useWayBack } from '../../parts/places.ts'
import { texts } from '../../texts.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { WebhookSecret } from './webhook-secret.tsx'

const labels = webhookTexts

/** What can be done with a webhook beside changing it. */
export function WebhookActions({ webhook: { id: webhookId, url, enabled } }: { webhook: Webhook }) {
  const { queries } = useApi()
  const goBack = useWayBack('/$instance/webhooks')
  const test = useMutation({
    ...queries.webhooks.test(),
    onSuccess: () => notify(labels.willBeSent),
    onError: (error) => notifyFailure(labels.test, error),
  })
  return (
    <>
      {enabled && (
        <PendingButton variant="default" isPending={test.isPending} onClick={() => test.mutate({ webhookId })}>
          {labels.test}
        </PendingButton>
      )}
      <DialogButton label={labels.rotate} variant="default">
        {(close) => <NewSecret webhookId={webhookId} close={close} />}
      </DialogButton>
      <DeleteButton
        name={url}
        deletion={queries.webhooks.delete()}
        what={{ webhookId }}
        notice={texts.deleted(url)}
        onDeleted={() => goBack(true)}
      />
    </>
  )
}

/** Asks first, and then shows the new secret. */
function NewSecret({ webhookId, close }: { webhookId: string; close: () => void }) {
  const { queries } = useApi()
  const rotate = useMutation(queries.webhooks.rotateSecret())
  if (rotate.data) return <WebhookSecret secret={rotate.data.secret} close={close} />
  return (
    <Modal opened onClose={close} title={labels.rotate}>
      <Text size="sm">{labels.rotateHint}</Text>
      {rotate.error && <Failure error={rotate.error} />}
      <Group justify="end" mt="md">
        <Button variant="default" onClick={close}>
          {texts.cancel}
        </Button>
        <PendingButton isPending={rotate.isPending} onClick={() => rotate.mutate({ webhookId })}>
          {labels.rotate}
        </PendingButton>
      </Group>
    </Modal>
  )
}
