import type { FormSchema } from '@instance-admin/sdk/schemas'
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
    const faults = Object.entries(validate(getValues()))
    // A fault of an item of a list belongs to the field of the list.
    const found = [...typed.current].flatMap((field) =>
      faults.filter(([path]) => `${path}.`.startsWith(`${field}.`)).map(([, fault]) => [field, fault] as const),
    )
    typed.current.clear()
    setErrors((shown) => ({ ...shown, ...Object.fromEntries(found) }))
  }, 700)
  return useForm({
    initialValues,
    validate,
    enhanceGetInputProps({ field, inputProps, form }) {
      // A copy: what is returned here replaces it in the original.
      const given: { onChange: (value: unknown) => void } = { ...inputProps }
      return {
        onChange(value: unknown) {
          given.onChange(value)
          typed.current.add(String(field))
          checkSoon(form)
        },
      }
    },
  })
}

/**
 * Checks what is typed as the service would, in its sentences, before anything is sent: for `validate` of a form. `toBody`
 * makes of the values what is sent.
 */
export function checkBody<Values, Body>(schema: FormSchema<Body>, toBody: (values: Values) => Body) {
  return (values: Values): Record<string, string> => {
    const { issues = [] } = schema['~standard'].validate(toBody(values))
    // Of several faults of a field the first is shown.
    return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
  }
}

interface CheckedForm<Values> {
  initialValues: Values
  /** The faults of what was typed, by the paths of their fields. */
  validate: (values: Values) => Record<string, string>
}
