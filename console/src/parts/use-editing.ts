import { faultsByField, isApiError } from '@instance-admin/sdk'
import type { Versioned } from '@instance-admin/sdk/react-query'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'
import { texts } from '../texts.ts'
import { keysOf } from './keys-of.ts'
import { notify, notifyFailure } from './notify.tsx'
import { restoreValues, type Difference } from './restore.ts'

/**
 * Editing what others may edit, too. A save names the version that the form began with. When that is no longer the newest,
 * nothing is saved, and `<Conflict>` asks what to do. A form in which nothing was typed follows the changes of others.
 */
export function useEditing<Data extends object, Values extends object>(options: Options<Data, Values>) {
  const { latest, form, toValues, read, write, onSaved } = options
  /** What the form began with. */
  const [base, setBase] = useState(latest)
  /** What somebody else has saved meanwhile, as a save found out. */
  const [theirs, setTheirs] = useState<Versioned<Data> | null>(null)
  const [error, setError] = useState<unknown>(null)
  // Not `form.isDirty()`: once a field was set, it overlooks rows that are added or removed.
  const isUntouched = isSame(form.values, form.getInitialValues())

  useEffect(() => {
    if (isUntouched && latest.version !== base.version) beginWith(latest, form.values)
    // Only what newly came: for a moment after a save, `latest` is still what was there before it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [latest])

  async function save(values: Values, over = base): Promise<Versioned<Data> | null> {
    setError(null)
    setTheirs(null)
    try {
      const saved = await write(values, over.version)
      beginWith(saved, values)
      onSaved(saved.data, () => void undo(saved, over.data))
      return saved
    } catch (error) {
      if (isApiError(error) && error.code === 'precondition_failed') return saveOverNewest(values, over)
      form.setErrors(faultsByField(error))
      setError(error)
      return null
    }
  }

  /** Others may have changed what the form does not show, such as the health of an integration. */
  async function saveOverNewest(values: Values, over: Versioned<Data>): Promise<Versioned<Data> | null> {
    try {
      const newest = await read()
      if (isSame(toValues(newest.data), toValues(over.data))) return await save(values, newest)
      setTheirs(newest)
    } catch (error) {
      setError(error)
    }
    return null
  }

  /** Saves what was there `before`, unless somebody has changed it since. */
  async function undo(saved: Versioned<Data>, before: Data): Promise<void> {
    try {
      beginWith(await write(toValues(before), saved.version), toValues(saved.data))
      notify(texts.undone)
    } catch (error) {
      notifyFailure(texts.notUndone, error)
    }
  }

  /** The form goes on with what is stored now. What was typed into it since it had the `known` values stays. */
  function beginWith(stored: Versioned<Data>, known: Values): void {
    const [values, typed] = [toValues(stored.data), form.getValues()]
    form.setInitialValues(values)
    form.setValues({ ...values, ...differing(typed, known) })
    setBase(stored)
  }

  return {
    base,
    isUntouched,
    /** Why the last save failed, unless somebody else was faster. */
    error,
    save,
    /** Fills the form with the values before a change. What was typed into other fields stays. */
    restore: (difference: readonly Difference[]) => {
      const restored = toValues(restoreValues(latest.data, difference))
      form.setValues(differing(restored, toValues(latest.data)))
    },
    /** Takes back what was typed; undefined where nothing was. */
    cancel: isUntouched ? undefined : () => beginWith(base, form.values),
    conflict: {
      isOpen: theirs !== null,
      close: () => setTheirs(null),
      mine: form.values,
      theirs: toValues((theirs ?? base).data),
      keepMine: () => void save(form.values, theirs ?? base),
      takeTheirs() {
        if (theirs) beginWith(theirs, form.values)
        setTheirs(null)
      },
    },
  }
}

function differing<Values extends object>(values: Values, known: Values): Partial<Values> {
  const found: Partial<Values> = {}
  for (const name of keysOf<keyof Values & string>(values))
    if (!isSame(values[name], known[name])) found[name] = values[name]
  return found
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

interface Options<Data, Values> {
  /** What the service has, as the query of the screen gives it. */
  latest: Versioned<Data>
  form: UseFormReturnType<Values>
  toValues: (data: Data) => Values
  /** Asks the service what it has now. */
  read: () => Promise<Versioned<Data>>
  write: (values: Values, ifMatch: string | null) => Promise<Versioned<Data>>
  /** Runs after every save. `undo` brings back what was there before. */
  onSaved: (data: Data, undo: () => void) => void
}
