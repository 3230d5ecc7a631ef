import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { readAgain, useApi } from '../api.ts'
import { Empty } from '../parts/empty.tsx'
import { Facts } from '../parts/facts.tsx'
import { Failure } from '../parts/failure.tsx'
import { ButtonLink, TextLink } from '../parts/link.tsx'
import { Loading } from '../parts/loading.tsx'
import { Screen } from '../parts/screen.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { MissedPolicies } from './review-evidence.tsx'
import { ReviewForm } from './review-form.tsx'
import { OnlyOfAgent } from './reviews-of-agent.tsx'
import classes from './reviews.module.css'
import { Computed } from './work-ledger-computed.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'

const route = getRouteApi('/$instance/reviews')
const labels = texts.reviews

/** The entries that wait for a review, the oldest first, as in the overview. Keys of one letter do all that buttons do. */
export function Reviews() {
  const { instance, queries } = useApi()
  const { agentId, entry: first = '' } = route.useSearch()
  const wanted = { review: 'open', agentId, sort: 'createdAt,asc', size: 50 } as const
  const open = useQuery({ ...queries.workLedger.list(wanted), ...readAgain })
  const waiting = open.data?.items ?? []
  /** Which one is looked at. When it is decided, the one that follows takes its place. */
  const [chosen, setChosen] = useState({ id: first, at: 0 })
  const found = waiting.findIndex(({ id }) => id === chosen.id)
  const at = found < 0 ? Math.min(chosen.at, Math.max(waiting.length - 1, 0)) : found
  const entry = waiting[at]
  const go = (step: number) => {
    const next = (at + step + waiting.length) % waiting.length
    setChosen({ id: waiting[next]?.id ?? '', at: next })
  }
  useHotkeys([
    ['n', () => go(1)],
    ['p', () => go(-1)],
  ])
  if (open.isPending) return <Loading />
  return (
    <Screen
      title={labels.title}
      actions={
        entry && (
          <>
            <Button variant="default" onClick={() => go(-1)} aria-keyshortcuts="p">
              {labels.previous}
            </Button>
            <Button variant="default" onClick={() => go(1)} aria-keyshortcuts="n">
              {labels.next}
            </Button>
          </>
        )
      }
    >
      {open.error && <Failure error={open.error} retry={() => void open.refetch()} />}
      {open.data && (
        <Group gap="xs" c="dimmed">
          <Text role="status">{labels.open(open.data.page.totalElements)}</Text>
          {entry && <Text>{labels.place(at + 1, open.data.page.totalElements)}</Text>}
        </Group>
      )}
      {agentId !== undefined && <OnlyOfAgent id={agentId} />}
      {entry && <Review key={entry.id} entry={entry} />}
      {open.data && !entry && (
        <Empty
          of={labels.empty}
          next={
            <ButtonLink variant="default" to="/$instance/work-ledger" params={{ instance }}>
              {texts.ledger.open}
            </ButtonLink>
          }
        />
      )}
    </Screen>
  )
}

/** What was done at one side, and the decision at the other, which stays in view. */
function Review({ entry }: { entry: WorkLedgerEntry }) {
  const { instance } = useApi()
  return (
    <article aria-label={entry.title} className={classes.review}>
      <Stack>
        <div>
          <Title order={2} size="h3">
            <TextLink inherit to="/$instance/work-ledger/$entryId" params={{ instance, entryId: entry.id }}>
              {entry.title}
            </TextLink>
          </Title>
          <Text>{entry.description}</Text>
        </div>
        <AboutEntry entry={entry} />
        <MissedPolicies entry={entry} />
        <Computed entry={entry} />
        {!entry.outcomes && <Text c="dimmed">{labels.noEvidence}</Text>}
      </Stack>
      <Paper withBorder p="md" className={classes.decision}>
        <ReviewForm entry={entry} />
      </Paper>
    </article>
  )
}

/** What a decision is about: the amounts, and the entity with all that was done to it. */
function AboutEntry({ entry }: { entry: WorkLedgerEntry }) {
  const { instance } = useApi()
  const { ledger } = texts
  const { entityId, relatedEntity } = entry
  return (
    <Facts
      facts={[
        [ledger.cost, formatCost(entry.cost)],
        [ledger.activeTime, formatDuration(entry.activeTime)],
        [
          ledger.relatedEntity,
          <TextLink key="entity" inherit to="/$instance/work-ledger" params={{ instance }} search={{ entityId }}>
            {relatedEntity}
          </TextLink>,
        ],
        [ledger.actor, entry.actors.map((actor) => ledger.actorNames[actor]).join(', ')],
        [ledger.modelName, <Model key="model" entry={entry} />],
        [ledger.createdAt, <Time key="time" at={entry.createdAt} />],
      ]}
    />
  )
}

/** The version that computed the entry; what was imported has none. */
function Model({ entry: { modelName, modelId, modelVersion } }: { entry: WorkLedgerEntry }) {
  const { instance } = useApi()
  if (modelId === undefined || modelVersion === undefined) return modelName
  return (
    <TextLink
      inherit
      to="/$instance/twu-models/$modelId/draft/$version"
      params={{ instance, modelId, version: String(modelVersion) }}
    >
      {texts.reviews.model(modelName, modelVersion)}
    </TextLink>
  )
}
