import { MultiSelect } from '@mantine/core'
import { texts } from '../texts.ts'
import { keysOf } from './keys-of.ts'
import { scrollingOptions } from './scrolling-options.ts'

/** Some of the values that a filter can have, or all. */
export function ChoicesFilter<Value extends string>({ label, values, labels, onChange }: ChoicesFilterProps<Value>) {
  const known = keysOf(labels)
  return (
    <MultiSelect
      miw={200}
      maw={320}
      label={label}
      placeholder={values ? undefined : texts.all}
      data={known.map((value) => ({ value, label: labels[value] }))}
      clearable
      {...scrollingOptions}
      value={[...(values ?? [])]}
      onChange={(chosen) => onChange(chosen.length > 0 ? known.filter((value) => chosen.includes(value)) : undefined)}
    />
  )
}

interface ChoicesFilterProps<Value extends string> {
  label: string
  values: readonly Value[] | undefined
  labels: Readonly<Record<Value, string>>
  onChange: (values: Value[] | undefined) => void
}
