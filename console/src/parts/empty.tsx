import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** What somebody sees who has nothing of a kind yet: what it is, and the next step. */
export function Empty({ of: text, next }: { of: string; next?: ReactNode }) {
  return (
    <Paper withBorder p="xl" ta="center">
      <Text c="dimmed" maw="40rem" mx="auto">
        {text}
      </Text>
      {next && <div style={{ marginTop: '1rem' }}>{next}</div>}
    </Paper>
  )
}
