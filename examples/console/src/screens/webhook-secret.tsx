import { Button, CopyButton, Group, Modal, TextInput } from '@mantine/core'
import { texts } from '../texts.ts'

const labels = texts.webhooks

/** A secret that was just made, until somebody closes it. Only its button does, so that no click beside it loses the secret. */
export function WebhookSecret({ secret, close }: { secret: string; close: () => void }) {
  return (
    <Modal
      opened
      onClose={close}
      title={labels.secretTitle}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <TextInput
        label={labels.secret}
        description={labels.secretHint}
        value={secret}
        readOnly
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group justify="end" mt="md">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? labels.copied : labels.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={close}>{texts.close}</Button>
      </Group>
    </Modal>
  )
}
