import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { texts } from '../../texts.ts'

/** One of the definitions of another list, by name. A name that is no longer there stays, so that nothing is lost. */
export function Reference({ definitions, value, ...props }: ReferenceProps) {
  const names = new Set([...definitions.map(({ name }) => name), value].filter(Boolean))
  return (
    <NativeSelect value={value} {...props}>
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
  value?: string
}
