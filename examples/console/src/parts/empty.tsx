import { Paper, Text } from '@mantine/core'

/** What somebody sees who has nothing of a kind yet: what it is. The next step is the button above. */
export function Empty({ of: text }: { of: string }) {
  return (
    <Paper withBorder p="xl" ta="center">
      <Text c="dimmed" maw="40rem" mx="auto">
        {text}
      </Text>
    </Paper>
  )
}
