import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A number that is read from afar, in a list of descriptions, with what is to be known of it below. */
export function Figure({ label, notes = [], children }: FigureProps) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} size="xl" fw={700}>
        {children}
      </Text>
      {notes.filter(Boolean).map((note, at) => (
        <Text key={at} component="dd" m={0} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
    </div>
  )
}

interface FigureProps {
  label: string
  notes?: readonly ReactNode[]
  children: ReactNode
}
