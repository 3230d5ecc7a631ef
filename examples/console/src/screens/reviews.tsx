import { Button, Group, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readAgain, useApi } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { TextLink } from '../parts/link.tsx'
import { Loading } from '../parts/loading.tsx'
import { Screen } from '../parts/screen.tsx'
import { texts } from '../texts.ts'
import { ReviewForm } from './review-form.tsx'
import { Computed } from './work-ledger-computed.tsx'

const labels = texts.reviews

/** The entries that wait for a review, the oldest first, one at a time. Keys of one letter do all that buttons do. */
export function Reviews() {
  const { instance, queries } = useApi()
  const open = useQuery({
    ...queries.workLedger.list({ review: 'open', sort: 'createdAt,asc', size: 50 }),
    ...readAgain,
  })
  const [later, setLater] = useState<readonly string[]>([])
  const waiting = open.data?.items ?? []
  // Whoever has put off all that there is begins again.
  const entry = waiting.find(({ id }) => !later.includes(id)) ?? waiting[0]
  const next = () => {
    if (entry) setLater([...(waiting.every(({ id }) => id === entry.id || later.includes(id)) ? [] : later), entry.id])
  }
  useHotkeys([['n', next]])
  if (open.isPending) return <Loading />
  return (
    <Screen title={labels.title}>
      {open.error && <Failure error={open.error} retry={() => void open.refetch()} />}
      {open.data && (
        <Text role="status" c="dimmed">
          {labels.open(open.data.page.totalElements)}
        </Text>
      )}
      {entry && (
        <article aria-label={entry.title}>
          <Group justify="space-between" mb="xs">
            <Title order={2}>
              <TextLink to="/$instance/work-ledger/$entryId" params={{ instance, entryId: entry.id }}>
                {entry.title}
              </TextLink>
            </Title>
            <Button variant="default" onClick={next} aria-keyshortcuts="n">
              {labels.next}
            </Button>
          </Group>
          <Text mb="md">{entry.description}</Text>
          <ReviewForm key={entry.id} entry={entry} />
          <Computed entry={entry} />
        </article>
      )}
    </Screen>
  )
}
