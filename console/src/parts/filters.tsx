import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { texts } from '../texts.ts'
import { keysOf } from './keys-of.ts'

/**
 * A text that filters a list, a moment after the last key. While it is shorter than `minLength`, it filters nothing, and the
 * description says so.
 */
export function TextFilter({ minLength = 1, description, value, onChange, ...field }: TextFilterProps) {
  const read = (text: string) => (text.length < minLength ? undefined : text)
  const typed = useTyped(value, read, onChange)
  const isShort = typed.value !== '' && typed.value.length < minLength
  return <TextInput type="search" {...field} description={isShort && description} {...typed} />
}

/** A number that filters a list, a moment after the last key. */
export function NumberFilter({ label, value, onChange }: FilterProps<number>) {
  const read = (text: string) => (text === '' ? undefined : Number(text))
  return <TextInput type="number" min={0} step="any" label={label} {...useTyped(value, read, onChange)} />
}

/** What is typed is asked for soon. When something else changes the filter, such as the way back, the field follows. */
function useTyped<Value>(
  value: Value | undefined,
  read: (text: string) => Value | undefined,
  onChange: (value: Value | undefined) => void,
) {
  const [typed, setTyped] = useState(String(value ?? ''))
  const asked = useRef(value)
  const changeSoon = useDebouncedCallback((text: string) => {
    asked.current = read(text)
    onChange(asked.current)
  }, 300)
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(String(value ?? ''))
  }, [value])
  return {
    value: typed,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setTyped(currentTarget.value)
      changeSoon(currentTarget.value)
    },
  }
}

/** One of the values that a filter can have, or all. */
export function ChoiceFilter<Value extends string>(props: ChoiceFilterProps<Value>) {
  const { label, value, labels, onChange } = props
  const values = keysOf(labels)
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(values.find((known) => known === currentTarget.value))}
    >
      <option value="">{texts.all}</option>
      {values.map((known) => (
        <option key={known} value={known}>
          {labels[known]}
        </option>
      ))}
    </NativeSelect>
  )
}

/** Yes, no, or both. */
export function FlagFilter({ label, value, onChange }: FilterProps<boolean>) {
  const chosen = value === undefined ? undefined : value ? 'true' : 'false'
  return (
    <ChoiceFilter
      label={label}
      value={chosen}
      labels={{ true: texts.yes, false: texts.no }}
      onChange={(choice) => onChange(choice === undefined ? undefined : choice === 'true')}
    />
  )
}

/** The order of a list, for those who see no headings that sort, as on a phone. */
export function SortFilter<Sort extends SortValue>({ values, first, narrowing }: SortFilterProps<Sort>) {
  return (
    <NativeSelect
      label={texts.list.sort}
      hiddenFrom="lg"
      value={narrowing.sort ?? first}
      data={values.map((value) => ({ value, label: texts.list.sorts[value] }))}
      onChange={({ currentTarget }) => narrowing.sortBy(values.find((value) => value === currentTarget.value))}
    />
  )
}

/** `useFilters` gives the value of a filter and what changes it. */
interface FilterProps<Value> {
  label: string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

interface TextFilterProps extends FilterProps<string> {
  description?: string
  /** A field of type `date` gives a day as `YYYY-MM-DD`. */
  type?: 'search' | 'date'
  minLength?: number
  /** The width in pixels, where there are many. */
  w?: number
}

interface ChoiceFilterProps<Value extends string> extends FilterProps<Value> {
  labels: Readonly<Partial<Record<Value, string>>>
}

type SortValue = keyof typeof texts.list.sorts

interface SortFilterProps<Sort extends SortValue> {
  values: readonly Sort[]
  /** What the service takes where nobody has chosen. */
  first: NoInfer<Sort>
  /** What `useFilters` gives. */
  narrowing: { sort?: Sort | undefined; sortBy: (sort: Sort | undefined) => void }
}
