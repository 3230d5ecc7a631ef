import { useForm, type UseFormReturnType } from '@mantine/form'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect } from 'react'

/**
 * A form that says what is wrong a moment after the last key: nobody is told of an address that is only half typed. Mantine's
 * own `validateDebounce` would take away what the service has refused in that moment.
 */
export function useCheckedForm<Values extends object>({
  initialValues,
  validate,
}: CheckedForm<Values>): UseFormReturnType<Values> {
  const form = useForm({ initialValues, validate })
  const { values, isTouched, setErrors } = form
  const checkSoon = useDebouncedCallback(() => {
    const faults = Object.entries(validate(values)).filter(([path]) => isTouched(path))
    setErrors((shown) => ({ ...shown, ...Object.fromEntries(faults) }))
  }, 700)
  useEffect(checkSoon, [checkSoon, values])
  return form
}

interface CheckedForm<Values> {
  initialValues: Values
  /** The faults of what was typed, by the paths of their fields. */
  validate: (values: Values) => Record<string, string>
}
