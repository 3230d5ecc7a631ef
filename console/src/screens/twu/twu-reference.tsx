import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { texts } from '../../texts.ts'

/** One of the definitions of another list, by name. A name that is no longer there stays, so that nothing is lost. */
export function Reference({ definitions, isNeeded = false, value, ...props }: ReferenceProps) {
  const names = new Set([...definitions.map(({ name }) => name), value].filter(Boolean))
  return (
    <NativeSelect value={value} description={isNeeded && !value && texts.models.needed} {...props}>
      <option value="">{texts.none}</option>
      {Array.from(names, (name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

interface ReferenceProps extends NativeSelectProps {
  definitions: readonly { name: string }[]
  /** Whether a model without it cannot be published, which is said while nothing is chosen. */
  isNeeded?: boolean
  value?: string
}
