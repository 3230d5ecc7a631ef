import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { BackLink } from './back-link.tsx'
import { Breakable } from './breakable.tsx'
import type { ListPath } from './places.ts'

/** A screen: its heading, which is also the title of the page, what can be done, and the rest. */
export function Screen({ title, backTo, back, actions, children }: ScreenProps) {
  return (
    <Stack>
      <title>{`${title} · ${texts.console}`}</title>
      {backTo ? <BackLink to={backTo} /> : back}
      <Group justify="space-between" gap="sm">
        <Title order={1} size="h2" tabIndex={-1} style={{ outline: 'none', overflowWrap: 'anywhere' }}>
          <Breakable text={title} />
        </Title>
        <Group gap="xs">{actions}</Group>
      </Group>
      {children}
    </Stack>
  )
}

interface ScreenProps {
  title: string
  /** The list that it belongs to. */
  backTo?: ListPath
  /** A link to what it belongs to, where that is no list. */
  back?: ReactNode
  actions?: ReactNode
  children: ReactNode
}
