import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { WriteOptions } from '@instance-admin/sdk/react-query'
import { useMutation } from '@tanstack/react-query'
import { texts } from '../texts.ts'
import classes from './delete-button.module.css'
import { Failure } from './failure.tsx'
import { notify } from './notify.tsx'
import { PendingButton } from './pending-button.tsx'

/** A button that deletes. It asks first, because nothing brings back what was deleted. */
export function DeleteButton<What, Code extends string>(props: DeleteButtonProps<What, Code>) {
  const { name, hint = texts.deleteHint, deletion, what, notice, onDeleted } = props
  const [isOpen, dialog] = useDisclosure()
  const remove = useMutation({
    ...deletion,
    onSuccess() {
      notify(notice)
      onDeleted()
    },
  })
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
        {remove.error && <Failure error={remove.error} />}
        <Group justify="end" mt="md">
          <Button variant="default" onClick={dialog.close}>
            {texts.cancel}
          </Button>
          <PendingButton
            color="red.9"
            isPending={remove.isPending}
            onClick={() => remove.mutate(what)}
            aria-label={texts.deleteNamed(name)}
          >
            {texts.delete}
          </PendingButton>
        </Group>
      </Modal>
    </>
  )
}

interface DeleteButtonProps<What, Code extends string> {
  name: string
  /** What is lost, where the name does not say it. */
  hint?: string
  deletion: WriteOptions<What, undefined, Code>
  /** What of the kind that `deletion` deletes. */
  what: What
  /** What is told once it is done. */
  notice: string
  onDeleted: () => void
}
