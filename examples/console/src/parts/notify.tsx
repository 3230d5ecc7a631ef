import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { texts } from '../texts.ts'

/** Says that something is done, and for some seconds offers to undo it. */
export function notify(message: string, undo?: () => void): void {
  const id = notifications.show({ message: undo ? <Undoable message={message} undo={finish} /> : message })
  function finish() {
    notifications.hide(id)
    undo?.()
  }
}

function Undoable({ message, undo }: { message: string; undo: () => void }) {
  return (
    <Group justify="space-between">
      <Text size="sm">{message}</Text>
      <Button variant="default" size="xs" onClick={undo}>
        {texts.undo}
      </Button>
    </Group>
  )
}
