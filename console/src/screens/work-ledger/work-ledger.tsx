import { Button, Group, Text } from '@mantine/core'
import type { WorkLedgerEntry } from '@instance-admin/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import { periodOf, toLedgerQuery } from '../../filters.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { ButtonLink, TextLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { Export } from './work-ledger-export.tsx'
import { Filters } from './work-ledger-filters.tsx'
import { formatCost, formatDuration, sayActors, sayDays } from './work-ledger-format.ts'
import { Totals } from './work-ledger-totals.tsx'
import classes from './work-ledger.module.css'

const route = getRouteApi('/$instance/work-ledger')
const labels = texts.ledger

export function WorkLedger() {
  const { instance, queries, may } = useApi()
  const navigate = route.useNavigate()
  const narrowing = useFilters(route.useSearch(), navigate)
  const period = periodOf(narrowing.filters)
  const query = toLedgerQuery(narrowing.filters)
  const list = useList(queries.workLedger.listInfinite(query), true)
  const { sort, ...summed } = query
  const clear = () => void navigate({ search: { sort, period: 'all' }, replace: true })
  // The last 30 days are a filter, too, but none that somebody has set.
  const isAsOpened = narrowing.set === 0
  return (
    <Screen
      title={labels.title}
      back={query.review && may('workLedger.review') && <BackLink to="/$instance/reviews" />}
    >
      <Filters narrowing={narrowing} />
      <Group justify="space-between" gap={4}>
        <Text size="sm" fw={600}>
          {period === 'days' ? sayDays(narrowing.filters) : ledgerTexts.periods[period]}
        </Text>
        {may('workLedger.export') && <Export query={query} />}
      </Group>
      {/* What the list says of a bad filter or a lost connection, the totals need not say again. */}
      {(list.data || !list.error) && <Totals filters={summed} />}
      <div className={classes.rows}>
        <List
          label={labels.title}
          list={list}
          narrowing={{
            ...narrowing,
            sort: sort ?? 'createdAt,desc',
            isNarrowed: !isAsOpened && (query.createdFrom !== undefined || narrowing.set > 1),
            clear,
          }}
          empty={isAsOpened ? ledgerTexts.noneLately : labels.empty}
          next={
            isAsOpened ? (
              <Button variant="default" onClick={clear}>
                {ledgerTexts.showAll}
              </Button>
            ) : (
              may('twuModels.list') && (
                <ButtonLink variant="default" to="/$instance/twu-models" params={{ instance }}>
                  {ledgerTexts.toModels}
                </ButtonLink>
              )
            )
          }
          isWide
          idOf={({ id }) => id}
          columns={[
            {
              header: labels.entry,
              cell: ({ id, title, description }) => (
                <>
                  <TextLink to="/$instance/work-ledger/$entryId" params={{ instance, entryId: id }}>
                    {title}
                  </TextLink>
                  {/* The report of work that failed says why in its description. */}
                  {query.status?.join() === 'failed' && (
                    <Text size="xs" c="dimmed" lineClamp={4} style={{ whiteSpace: 'normal' }}>
                      {description}
                    </Text>
                  )}
                </>
              ),
            },
            {
              header: labels.status,
              inRow: 'below',
              cell: ({ status }) => <Status value={status} />,
            },
            {
              header: labels.policyStatus,
              inRow: 'belowUnlessGood',
              cell: ({ policyStatus }) => <Status value={policyStatus} />,
            },
            { header: labels.agent, inRow: 'below', cell: (entry) => <FirstAgent entry={entry} /> },
            {
              header: labels.activeTime,
              sorts: ['activeTime,desc', 'activeTime,asc'],
              isNumber: true,
              cell: ({ activeTime }) => formatDuration(activeTime),
            },
            {
              header: labels.cost,
              sorts: ['cost,desc', 'cost,asc'],
              isNumber: true,
              inRow: 'end',
              cell: ({ cost }) => formatCost(cost),
            },
            {
              header: labels.createdAt,
              sorts: ['createdAt,desc', 'createdAt,asc'],
              inRow: 'belowEnd',
              cell: ({ createdAt }) => <Time at={createdAt} />,
            },
          ]}
        />
      </div>
    </Screen>
  )
}

/** The agent that cost most, and how many others there are; for work that names none, who did it. */
function FirstAgent({ entry: { actors, agents = [], moreAgents = 0 } }: { entry: WorkLedgerEntry }) {
  const names = agents.map(({ id, name }) => name ?? id)
  const others = names.length + moreAgents - 1
  return (
    <Group gap={6} wrap="nowrap" maw="11rem" title={names.join(', ')}>
      <Text span inherit truncate>
        {names[0] ?? sayActors(actors)}
      </Text>
      {others > 0 && <span>+{others}</span>}
    </Group>
  )
}
