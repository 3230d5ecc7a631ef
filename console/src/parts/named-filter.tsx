import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { scrollingOptions } from './scrolling-options.ts'

/** A choice among names, which the service finds by what is typed. */
export function NamedFilter({ label, width, found, type, value, known, onChange }: NamedFilterProps) {
  const isFound = value === undefined || found.some((option) => option.value === value)
  return (
    <Select
      w={width}
      label={label}
      placeholder={texts.all}
      data={isFound ? found : [{ value, label: known ?? value }, ...found]}
      // The service has found them already.
      filter={({ options }) => options}
      searchable
      clearable
      nothingFoundMessage={texts.list.empty}
      {...scrollingOptions}
      value={value ?? null}
      onSearchChange={type}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  )
}

/** What is typed into a choice, once the typing pauses. */
export function useTypedName() {
  const [typed, type] = useState('')
  const [search] = useDebouncedValue(typed, 300)
  return { search: search || undefined, type }
}

export interface Option {
  value: string
  label: string
}

interface NamedFilterProps {
  label: string
  width?: number
  found: Option[]
  type: (text: string) => void
  value: string | undefined
  /** What the value is called where it is not found, such as something that was deleted. */
  known: string | null | undefined
  onChange: (value: string | undefined) => void
}
