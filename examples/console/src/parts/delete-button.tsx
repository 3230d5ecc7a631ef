import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { texts } from '../texts.ts'
import { Failure } from './failure.tsx'

/** A button that deletes. It asks first, because nothing brings back what was deleted. */
export function DeleteButton({ name, isPending, error, onDelete }: DeleteButtonProps) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {texts.delete}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={texts.deleteNamed(name)}>
        <Text size="sm">{texts.deleteHint}</Text>
        {error && <Failure error={error} />}
        <Group justify="end" mt="md">
          <Button variant="default" onClick={dialog.close}>
            {texts.cancel}
          </Button>
          <Button color="red.9" loading={isPending} onClick={onDelete}>
            {texts.delete}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

interface DeleteButtonProps {
  name: string
  isPending: boolean
  error: Error | null
  onDelete: () => void
}
