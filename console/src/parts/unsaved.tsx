import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { texts } from '../texts.ts'

const labels = texts.unsaved

/** Asks before somebody leaves what was typed and not saved: by a link, by the way back, or by a reload. */
export function Unsaved({ isUnsaved }: { isUnsaved: boolean }) {
  const leaving = useBlocker({
    // Filters and tabs are in the address, too; of what is there only a dialog has a form of its own.
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && (current.pathname !== next.pathname || dialogOf(current) !== dialogOf(next)),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const isBlocked = leaving.status === 'blocked'
  return (
    <AskToDiscard
      isOpen={isBlocked}
      goOn={() => isBlocked && leaving.reset()}
      discard={() => isBlocked && leaving.proceed()}
    />
  )
}

function dialogOf({ search }: { search: object }): unknown {
  return 'new' in search ? search.new : undefined
}

export function AskToDiscard({ isOpen, goOn, discard }: AskToDiscardProps) {
  return (
    <Modal opened={isOpen} onClose={goOn} title={labels.title} zIndex={300}>
      <Text size="sm">{labels.explanation}</Text>
      <Group justify="end" mt="md">
        <Button variant="default" onClick={goOn}>
          {labels.goOn}
        </Button>
        <Button color="red.9" onClick={discard}>
          {labels.discard}
        </Button>
      </Group>
    </Modal>
  )
}

interface AskToDiscardProps {
  isOpen: boolean
  goOn: () => void
  discard: () => void
}
