import { Card, Group, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'

/** A part of the overview, with a link to the list of all that it is about. */
export function OverviewCard<Data>({ title, link, query, children }: OverviewCardProps<Data>) {
  return (
    <Card component="section" aria-label={title} withBorder>
      <Group justify="space-between" wrap="nowrap" mb="sm">
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
