import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { sayFailure } from './failure.tsx'

/** The notice that offers to undo what was done last. */
let offer = ''

/**
 * Says that something is done, and leads to it or offers to undo it: for twenty seconds, or as long as the pointer rests on it.
 * After the next thing that is done, such as the publication of what was saved, it could not be undone.
 */
export function notify(message: ReactNode, undo?: () => void): void {
  notifications.hide(offer)
  const id = notifications.show({
    message: undo ? <Undoable message={message} undo={finish} /> : message,
    // The four seconds of a text alone are too short for somebody who reads slowly, or reaches the button by keyboard.
    autoClose: typeof message === 'string' && !undo ? 4000 : 20_000,
  })
  if (undo) offer = id
  function finish() {
    notifications.hide(id)
    undo?.()
  }
}

/** Says what did not work where no form is left to say it. It stays until somebody closes it. */
export function notifyFailure(title: string, error: unknown): void {
  notifications.show({ title, message: sayFailure(error), color: 'red', role: 'alert', autoClose: false })
}

function Undoable({ message, undo }: { message: ReactNode; undo: () => void }) {
  return (
    <Group justify="space-between">
      <Text size="sm">{message}</Text>
      <Button variant="default" size="xs" onClick={undo}>
        {texts.undo}
      </Button>
    </Group>
  )
}
