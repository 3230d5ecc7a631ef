import { Modal, type ModalProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { AskToDiscard, Unsaved } from './unsaved.tsx'

/** A dialog with a form. What was typed there is not lost by a click beside it. */
export function FormDialog({ title, size, step = '', close, children }: FormDialogProps) {
  const [isAsking, question] = useDisclosure()
  const [typedIn, setTypedIn] = useState<string | null>(null)
  const isTyped = typedIn === step
  /** The key that asks would answer, too. */
  const askSoon = () => setTimeout(question.open)
  return (
    <>
      <Modal opened onClose={isTyped ? askSoon : close} title={title} size={size}>
        <div key={step} ref={focusFirstField} onChange={() => setTypedIn(step)}>
          {children}
        </div>
      </Modal>
      <AskToDiscard isOpen={isAsking} goOn={question.close} discard={close} />
      <Unsaved isUnsaved={isTyped} />
    </>
  )
}

/** Also where the fields come after the dialog, whose close button would have the focus. */
function focusFirstField(content: HTMLElement | null) {
  const look = () => {
    const field = content?.querySelector<HTMLElement>('input, select, textarea')
    if (!field) return
    observer.disconnect()
    // The dialog moves the focus once it is open, to what is marked so.
    field.dataset['autofocus'] = ''
    field.focus()
  }
  const observer = new MutationObserver(look)
  if (content) observer.observe(content, { subtree: true, childList: true })
  look()
  return () => observer.disconnect()
}

interface FormDialogProps extends Pick<ModalProps, 'size'> {
  title: string
  /** Which of its forms a dialog shows that has several: what was typed in another one is gone. */
  step?: string
  close: () => void
  children: ReactNode
}
