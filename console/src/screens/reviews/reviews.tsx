import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readAgain, useApi } from '../../api.ts'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { ButtonLink, TextLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Screen } from '../../parts/screen.tsx'
import { texts } from '../../texts.ts'
import { ReviewForm, waitsForReview, WithKey } from './review-form.tsx'
import { OnlyOfAgent, Queue } from './review-queue.tsx'
import classes from './reviews.module.css'
import { Evidence } from '../work-ledger/work-ledger-evidence.tsx'

const route = getRouteApi('/$instance/reviews')
const labels = texts.reviews
const steps = [
  { key: 'p', label: labels.previous, by: -1 },
  { key: 'n', label: labels.next, by: 1 },
]

/**
 * The entries that wait for a review, the oldest first, as in the overview, and the one that the address names. Keys of one
 * letter do all that buttons do.
 */
export function Reviews() {
  const { instance, queries } = useApi()
  const navigate = route.useNavigate()
  const { agentId, entry: chosen } = route.useSearch()
  const wanted = { review: 'open', agentId, sort: 'createdAt,asc', size: 50 } as const
  const open = useQuery({ ...queries.workLedger.list(wanted), ...readAgain })
  const waiting = open.data?.items ?? []
  const at = chosen === undefined ? 0 : waiting.findIndex(({ id }) => id === chosen)
  const isElsewhere = open.data !== undefined && at < 0
  /** It was decided, or waits where the queue does not reach. What the cache has of it may be older than that. */
  const elsewhere = useQuery({ ...queries.workLedger.get(chosen ?? ''), enabled: isElsewhere, staleTime: 0 })
  const entry = waiting[at] ?? (isElsewhere ? elsewhere.data : undefined)
  const show = (next: WorkLedgerEntry | undefined) =>
    void navigate({ search: { agentId, entry: next?.id }, replace: true })
  const go = (step: number) => {
    const next = waiting.at(at < 0 ? Math.min(step, 0) : (at + step) % waiting.length)
    if (next) show(next)
  }
  useHotkeys(steps.map(({ key, by }) => [key, () => go(by)]))
  /** On a phone either the list is shown, or the entry that somebody chose there. */
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const isShown = { queue: isWide || chosen === undefined, entry: isWide || chosen !== undefined }
  if (open.isPending) return <Loading />
  return (
    <Screen
      title={labels.title}
      back={
        !isShown.queue && (
          <TextLink size="sm" to="/$instance/reviews" params={{ instance }} search={{ agentId }}>
            <span aria-hidden>← </span>
            {labels.title}
          </TextLink>
        )
      }
      actions={
        waiting.length > 0 &&
        isShown.entry &&
        steps.map(({ key, label, by }) => (
          <Button key={key} variant="default" onClick={() => go(by)} aria-keyshortcuts={key}>
            <WithKey label={label} of={key} />
          </Button>
        ))
      }
    >
      {open.error && <Failure error={open.error} retry={() => void open.refetch()} />}
      {open.data && (
        <Group gap="xs" c="dimmed">
          <Text role="status">{labels.open(open.data.page.totalElements)}</Text>
          {waiting[at] && isShown.entry && <Text>{labels.place(at + 1, open.data.page.totalElements)}</Text>}
          <TextLink
            size="sm"
            ml="auto"
            to="/$instance/work-ledger"
            params={{ instance }}
            search={{ review: 'done', agentId, period: 'all' }}
          >
            {labels.decidedOnes}
          </TextLink>
        </Group>
      )}
      {agentId !== undefined && <OnlyOfAgent id={agentId} />}
      {isElsewhere && elsewhere.error && <Failure error={elsewhere.error} />}
      {(entry ?? waiting[0]) && (
        <div className={waiting.length > 0 ? classes.sides : undefined}>
          {waiting.length > 0 && isShown.queue && (
            <Queue waiting={waiting} shown={isShown.entry ? entry?.id : undefined} agentId={agentId} />
          )}
          {entry && isShown.entry && (
            <Review key={entry.id} entry={entry} onDecided={() => show(waiting[at + 1] ?? waiting[at - 1])} />
          )}
        </div>
      )}
      {open.data && waiting.length === 0 && (
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

/** What was done, and below it the decision, which stays in view. */
function Review({ entry, onDecided }: { entry: WorkLedgerEntry; onDecided: () => void }) {
  const { instance } = useApi()
  return (
    <Stack component="article" aria-label={entry.title}>
      <Title order={2} size="h3">
        <TextLink inherit to="/$instance/work-ledger/$entryId" params={{ instance, entryId: entry.id }}>
          {entry.title}
        </TextLink>
      </Title>
      {!waitsForReview(entry) && <Text role="status">{labels.waitsNoMore}</Text>}
      <Evidence entry={entry} />
      {!entry.outcomes && <Text c="dimmed">{labels.noEvidence}</Text>}
      {waitsForReview(entry) && <ReviewForm entry={entry} onDecided={onDecided} />}
    </Stack>
  )
}
