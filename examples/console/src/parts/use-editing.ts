import { faultsByField, isApiError } from '@instance-admin/sdk'
import type { Versioned } from '@instance-admin/sdk/react-query'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'

/**
 * Editing what others may edit, too. A save names the version that the form began with: when it is no longer the newest,
 * nothing is saved, and `<Conflict>` asks what to do. A form in which nothing was typed follows the changes of others.
 */
export function useEditing<Data, Values extends object>(options: Options<Data, Values>) {
  const { latest, form, toValues, write, onSaved } = options
  const [base, setBase] = useState(latest)
  const [isConflict, setConflict] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const begin = (from: Versioned<Data>) => {
    setBase(from)
    setConflict(false)
    setError(null)
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
    else if (isConflict && isShownSame) void save(form.values, { ...base, version: latest.version })
  }, [latest, isConflict])

  /** Saves over what is there `before`. Null when it was not saved: then the form shows why. */
  async function save(values: Values, before = base): Promise<Versioned<Data> | null> {
    setError(null)
    try {
      const saved = await write(values, before.version)
      begin(saved)
      onSaved(saved.data, () => void save(toValues(before.data), saved))
      return saved
    } catch (error) {
      form.setValues(values)
      form.setErrors(faultsByField(error))
      if (isApiError(error) && error.code === 'precondition_failed') setConflict(true)
      else setError(error)
      return null
    }
  }

  return {
    base,
    isUntouched,
    /** Why the last save failed, unless somebody else was faster. */
    error,
    save,
    conflict: {
      isOpen: isConflict && !isShownSame,
      close: () => setConflict(false),
      mine: form.values,
      theirs: toValues(latest.data),
      keepMine: () => void save(form.values, latest),
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
  /** Runs after every save. `undo` brings back what was there before. */
  onSaved: (data: Data, undo: () => void) => void
}
