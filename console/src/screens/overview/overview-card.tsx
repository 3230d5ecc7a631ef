import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '../../parts/failure.tsx'
import { Loading } from '../../parts/loading.tsx'

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

/** A card that lists what the service answers, with what is quietly known of each; or why there is nothing. */
export function OverviewList<Item>({ empty, rowOf, ...card }: OverviewListProps<Item>) {
  return (
    <OverviewCard {...card}>
      {({ items }) => (
        <Stack gap="xs" fz="sm">
          {items.length === 0 && <Text c="dimmed">{empty}</Text>}
          {items.map((item) => {
            const { key, name, title, end } = rowOf(item)
            return (
              <Group key={key} title={title} gap="2px 10px" wrap={title ? 'nowrap' : 'wrap'} align="baseline">
                <Text inherit truncate={title !== undefined} style={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
                  {name}
                </Text>
                <Text inherit c="dimmed" style={{ flex: 'none' }}>
                  {end}
                </Text>
              </Group>
            )
          })}
        </Stack>
      )}
    </OverviewCard>
  )
}

interface OverviewListProps<Item> extends Omit<OverviewCardProps<{ items: readonly Item[] }>, 'children'> {
  empty: string
  /** With a title a row is one line, and its title tells under the pointer what does not fit; else it is two where it must. */
  rowOf: (item: Item) => { key: string | number; name: ReactNode; title?: string; end: ReactNode }
}
