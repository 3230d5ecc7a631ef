import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, type ReactNode } from 'react'

/** A button, and behind it a dialog, whose code may be loaded only when somebody opens it. */
export function DialogButton({ label, name, children, ...look }: DialogButtonProps) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button {...look} aria-label={name} onClick={dialog.open}>
        {label}
      </Button>
      <Suspense>{isOpen && children(dialog.close)}</Suspense>
    </>
  )
}

interface DialogButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  label: string
  /** All that the button does, where its row says the rest. */
  name?: string
  /** The dialog, with what closes it. */
  children: (close: () => void) => ReactNode
}
