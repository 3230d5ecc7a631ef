import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { texts } from '../texts.ts'

/**
 * A form that shows every fault at its field, and leads to the first one: what its fields know (`required`), what
 * `validate` of the form finds, and what the service has refused (`error`).
 */
export function Form<Values extends object>({ form, error, onSubmit, id, children }: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== null) showFirstFault(element.current)
  }, [error])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // The sentences of the service count, where it has one.
    const faults = { ...faultsOfFields(event.currentTarget), ...form.validate().errors }
    flushSync(() => form.setErrors(faults))
    if (Object.keys(faults).length === 0) onSubmit(form.getValues())
    else showFirstFault(event.currentTarget)
  }

  return (
    <form ref={element} id={id} noValidate onSubmit={submit}>
      {children}
    </form>
  )
}

/** A browser would show one of them, and the others one after the other. */
function faultsOfFields(form: HTMLFormElement): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const field of form.querySelectorAll<HTMLInputElement>('[data-path]:is(input, textarea, select)')) {
    const { validity, dataset, validationMessage } = field
    if (validity.valid || dataset['path'] === undefined) continue
    faults[dataset['path']] = validity.valueMissing
      ? texts.faults.missing
      : validity.typeMismatch
        ? texts.faults.malformed
        : validationMessage
  }
  return faults
}

export function showFirstFault(form: HTMLFormElement | null): void {
  const [first] = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []
  first?.focus({ preventScroll: true })
  const shown = first ?? form?.querySelector('[role="alert"]')
  shown?.scrollIntoView({ block: 'center' })
}

interface FormProps<Values> {
  form: UseFormReturnType<Values>
  /** Why the service did not take what was sent; null when it did, or was not asked yet. */
  error: unknown
  onSubmit: (values: Values) => void
  id?: string
  children: ReactNode
}
