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

/**
 * The first field gets the focus, also where the fields come after the dialog. Once the dialog is open it moves the focus to
 * the element that is marked: by then that is the field to which somebody may have gone on.
 */
function focusFirstField(content: HTMLElement | null) {
  if (!content) return undefined
  const mark = (field: HTMLElement) => {
    content.querySelectorAll('[data-autofocus]').forEach((marked) => marked.removeAttribute('data-autofocus'))
    field.dataset['autofocus'] = ''
  }
  const look = () => {
    const field = content.querySelector<HTMLElement>('input, select, textarea')
    if (!field) return
    observer.disconnect()
    mark(field)
    field.focus()
  }
  const follow = ({ target }: FocusEvent) => target instanceof HTMLElement && mark(target)
  const observer = new MutationObserver(look)
  observer.observe(content, { subtree: true, childList: true })
  content.addEventListener('focusin', follow)
  look()
  return () => {
    observer.disconnect()
    content.removeEventListener('focusin', follow)
  }
}

interface FormDialogProps extends Pick<ModalProps, 'size'> {
  title: string
  /** Which of its forms a dialog shows that has several: what was typed in another one is gone. */
  step?: string
  close: () => void
  children: ReactNode
}
