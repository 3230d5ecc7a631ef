import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'

/** A screen: its heading, which is also the title of the page, what can be done, and the rest. */
export function Screen({ title, actions, children }: ScreenProps) {
  return (
    <Stack>
      <title>{`${title} · ${texts.console}`}</title>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Group gap="xs">{actions}</Group>
      </Group>
      {children}
    </Stack>
  )
}

interface ScreenProps {
  title: string
  actions?: ReactNode
  children: ReactNode
}
