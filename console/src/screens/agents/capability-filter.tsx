import { TagsInput } from '@mantine/core'
import { scrollingOptions } from '../../parts/scrolling-options.ts'
import { texts } from '../../texts.ts'
import { suggestions } from './agent-capabilities.ts'

/** A usual capability, or any other, which is typed to its end: agents with a part of it are not found. */
export function CapabilityFilter({ value, onChange }: CapabilityFilterProps) {
  return (
    <TagsInput
      w={240}
      label={texts.agents.capability}
      placeholder={value === undefined ? texts.all : undefined}
      data={[...suggestions.AI, ...suggestions.HUMAN]}
      maxLength={64}
      clearable
      {...scrollingOptions}
      value={value === undefined ? [] : [value]}
      // The next one takes its place.
      onChange={(chosen) => onChange(chosen.at(-1))}
    />
  )
}

interface CapabilityFilterProps {
  value: string | undefined
  onChange: (value: string | undefined) => void
}
