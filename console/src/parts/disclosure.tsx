import { Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'

/** What is shown only to whoever wants to see it. */
export function Disclosure({ label, isOpenAtFirst = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Text component="summary" size="sm" w="fit-content" style={{ cursor: 'pointer' }}>
        {label}
      </Text>
      {isOpen && children}
    </details>
  )
}

interface DisclosureProps {
  label: string
  isOpenAtFirst?: boolean
  children: ReactNode
}
