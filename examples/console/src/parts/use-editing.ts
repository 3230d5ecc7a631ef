import { faultsByField, isApiError } from '@instance-admin/sdk'
import type { Versioned } from '@instance-admin/sdk/react-query'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'

/**
 * Editing what others may edit, too. A save names the version that the form began with: when it is no longer the newest,
 * nothing is saved and `isConflict` is true, for `<Conflict>` to ask what to do. A form in which nothing was typed follows
 * the changes of others.
 */
export function useEditing<Data, Values extends Record<string, unknown>>(options: Options<Data, Values>) {
  const { latest, form, toValues, write } = options
  const [base, setBase] = useState(latest)
  const [isConflict, setConflict] = useState(false)

  const begin = (from: Versioned<Data>) => {
    setBase(from)
    setConflict(false)
    form.setInitialValues(toValues(from.data))
    form.setValues(toValues(from.data))
  }
  // Not `form.isDirty()`: once a field was set, it overlooks rows that are added or removed.
  const isUntouched = isSame(form.values, form.getInitialValues())
  // Others may change what this form does not show, such as the health of an integration.
  const isShownSame = isSame(toValues(latest.data), toValues(base.data))
  // Only what newly came: for a moment after a save, `latest` is still what was there before it.
  useEffect(() => {
    if (latest.version === base.version) return
    if (isUntouched && !isConflict) begin(latest)
    else if (isConflict && isShownSame) void save(form.values, latest.version)
  }, [latest, isConflict])

  /** Null when it was not saved: then the form shows why. */
  async function save(values: Values, version = base.version): Promise<Versioned<Data> | null> {
    try {
      const saved = await write(values, version)
      begin(saved)
      return saved
    } catch (error) {
      form.setValues(values)
      if (isApiError(error) && error.code === 'precondition_failed') setConflict(true)
      else form.setErrors(faultsByField(error))
      return null
    }
  }

  return {
    base,
    isUntouched,
    save,
    conflict: {
      isOpen: isConflict && !isShownSame,
      close: () => setConflict(false),
      mine: form.values,
      theirs: toValues(latest.data),
      keepMine: () => void save(form.values, latest.version),
      takeTheirs: () => begin(latest),
    },
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

interface Options<Data, Values> {
  /** What the service has, as the query of the screen gives it. */
  latest: Versioned<Data>
  form: UseFormReturnType<Values>
  toValues: (data: Data) => Values
  write: (values: Values, ifMatch: string | null) => Promise<Versioned<Data>>
}
