import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'

/** A part of the overview, with a link to the list of all that it is about. */
export function OverviewCard<Data>({ title, link, query, children }: OverviewCardProps<Data>) {
  return (
    <Card component="section" aria-label={title} withBorder>
      <Group justify="space-between" gap="0 10px" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <span style={{ whiteSpace: 'nowrap' }}>{link}</span>
      </Group>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.error ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Loading />
      )}
    </Card>
  )
}

interface OverviewCardProps<Data> {
  title: string
  link: ReactNode
  query: UseQueryResult<Data>
  children: (data: NoInfer<Data>) => ReactNode
}

/** What a card lists, each in a line, with what is quietly known of it; or why there is nothing. */
export function OverviewRows({ rows, empty, wrap = 'nowrap' }: OverviewRowsProps) {
  return (
    <Stack gap="xs">
      {rows.length === 0 && <Text c="dimmed">{empty}</Text>}
      {rows.map(({ key, name, title, end }) => (
        <Group key={key} gap="2px 10px" justify="space-between" align="baseline" wrap={wrap} title={title}>
          <Text size="sm" component="span" truncate={title !== undefined} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm" c="dimmed" component="span" style={{ flex: 'none' }}>
            {end}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

interface OverviewRowsProps {
  rows: readonly {
    key: string | number
    name: ReactNode
    /** Told whole under the pointer, where the line is too short for it. Without one, what is too long is broken. */
    title?: string | undefined
    end: ReactNode
  }[]
  empty: string
  /** Where names are short, and what is beside them is not. */
  wrap?: 'wrap' | 'nowrap'
}
