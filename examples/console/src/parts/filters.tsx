import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { keysOf } from './keys-of.ts'

/** A text that filters a list, a moment after the last key. */
export function TextFilter({ label, value, onChange }: FilterProps) {
  const [typed, setTyped] = useState(value ?? '')
  const changeSoon = useDebouncedCallback(onChange, 300)
  const type = (text: string) => {
    setTyped(text)
    changeSoon(text === '' ? undefined : text)
  }
  return (
    <TextInput
      type="search"
      label={label}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
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
export function FlagFilter({ label, value, onChange }: FlagFilterProps) {
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

interface FilterProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

interface ChoiceFilterProps<Value extends string> {
  label: string
  value: Value | undefined
  labels: Readonly<Record<Value, string>>
  onChange: (value: Value | undefined) => void
}

interface FlagFilterProps {
  label: string
  value: boolean | undefined
  onChange: (value: boolean | undefined) => void
}
