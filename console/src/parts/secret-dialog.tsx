import { Button, Group, Modal, TextInput } from '@mantine/core'
import { texts } from '../texts.ts'
import { CopyText } from './copy-text.tsx'

/** A secret that is shown once, until somebody closes it. Only its button does, so that no click beside it loses the secret. */
export function SecretDialog({ title, label, hint, secret, close }: SecretDialogProps) {
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <TextInput
        label={label}
        description={hint}
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

interface SecretDialogProps {
  title: string
  label: string
  hint: string
  secret: string
  close: () => void
}
