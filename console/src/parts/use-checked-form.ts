import { useForm, type UseFormReturnType } from '@mantine/form'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRef } from 'react'

/**
 * A form that says what is wrong with what was typed a moment after the last key: nobody is told of an address that is only half
 * typed. Mantine's own `validateDebounce` would take away what the service has refused in that moment.
 */
export function useCheckedForm<Values extends object>({
  initialValues,
  validate,
}: CheckedForm<Values>): UseFormReturnType<Values> {
  const typed = useRef(new Set<string>())
  const checkSoon = useDebouncedCallback(({ getValues, setErrors }: UseFormReturnType<Values>) => {
    const faults = Object.entries(validate(getValues())).filter(([path]) => typed.current.has(path))
    typed.current.clear()
    setErrors((shown) => ({ ...shown, ...Object.fromEntries(faults) }))
  }, 700)
  return useForm({
    initialValues,
    validate,
    enhanceGetInputProps: ({ field, inputProps: { onChange }, form }) => ({
      onChange(value: unknown) {
        onChange(value)
        typed.current.add(String(field))
        checkSoon(form)
      },
    }),
  })
}

interface CheckedForm<Values> {
  initialValues: Values
  /** The faults of what was typed, by the paths of their fields. */
  validate: (values: Values) => Record<string, string>
}
