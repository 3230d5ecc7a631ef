import { Box, Button, Group, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readAgain, useApi } from '../api.ts'
import { Facts } from '../parts/facts.tsx'
import { Failure } from '../parts/failure.tsx'
import { TextLink } from '../parts/link.tsx'
import { Loading } from '../parts/loading.tsx'
import { Screen } from '../parts/screen.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { ReviewForm } from './review-form.tsx'
import { Computed } from './work-ledger-computed.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'

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
            <Title order={2} size="h3">
              <TextLink inherit to="/$instance/work-ledger/$entryId" params={{ instance, entryId: entry.id }}>
                {entry.title}
              </TextLink>
            </Title>
            <Button variant="default" onClick={next} aria-keyshortcuts="n">
              {labels.next}
            </Button>
          </Group>
          <Text mb="md">{entry.description}</Text>
          <AboutEntry entry={entry} />
          <Box mt="md">
            <ReviewForm key={entry.id} entry={entry} />
          </Box>
          <Computed entry={entry} />
        </article>
      )}
    </Screen>
  )
}

/** What a decision is about, beside what was written of it. */
function AboutEntry({ entry }: { entry: WorkLedgerEntry }) {
  const { ledger } = texts
  return (
    <Facts
      facts={[
        [ledger.actor, entry.actors.map((actor) => ledger.actorNames[actor]).join(', ')],
        [ledger.modelName, entry.modelName],
        [ledger.relatedEntity, entry.relatedEntity],
        [ledger.activeTime, formatDuration(entry.activeTime)],
        [ledger.cost, formatCost(entry.cost)],
        [ledger.createdAt, <Time key="time" at={entry.createdAt} />],
      ]}
    />
  )
}
