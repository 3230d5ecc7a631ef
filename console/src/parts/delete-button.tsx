import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { PendingButton } from './pending-button.tsx'
import { texts } from '../texts.ts'
import classes from './delete-button.module.css'
import { Failure } from './failure.tsx'

/** A button that deletes. It asks first, because nothing brings back what was deleted. */
export function DeleteButton({ name, hint = texts.deleteHint, isPending, error, onDelete }: DeleteButtonProps) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button
        variant="outline"
        color="red"
        className={classes.delete}
        onClick={dialog.open}
        aria-label={texts.deleteNamed(name)}
      >
        {texts.delete}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={texts.deleteNamed(name)}>
        <Text size="sm">{hint}</Text>
        {error && <Failure error={error} />}
        <Group justify="end" mt="md">
          <Button variant="default" onClick={dialog.close}>
            {texts.cancel}
          </Button>
          <PendingButton color="red.9" isPending={isPending} onClick={onDelete} aria-label={texts.deleteNamed(name)}>
            {texts.delete}
          </PendingButton>
        </Group>
      </Modal>
    </>
  )
}

interface DeleteButtonProps {
  name: string
  /** What is lost, where the name does not say it. */
  hint?: string
  isPending: boolean
  error: Error | null
  onDelete: () => void
}
