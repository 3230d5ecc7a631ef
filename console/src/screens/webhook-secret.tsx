import { Button, Group, Modal, TextInput } from '@mantine/core'
import { CopyText } from '../parts/copy-text.tsx'
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
        <CopyText text={secret} />
        <Button onClick={close}>{texts.close}</Button>
      </Group>
    </Modal>
  )
}
