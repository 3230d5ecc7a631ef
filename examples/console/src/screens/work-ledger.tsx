import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readAgain, useApi } from '../api.ts'
import { TextLink } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { Screen } from '../parts/screen.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { Export } from './work-ledger-export.tsx'
import { Filters } from './work-ledger-filters.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'
import { Totals } from './work-ledger-totals.tsx'

const route = getRouteApi('/$instance/work-ledger')
const labels = texts.ledger

export function WorkLedger() {
  const { instance, queries, may } = useApi()
  const { sort, ...filters } = route.useSearch()
  const list = useInfiniteQuery({
    ...queries.workLedger.listInfinite({ ...filters, sort }),
    placeholderData: keepPreviousData,
    ...readAgain,
  })
  return (
    <Screen title={labels.title} actions={may('workLedger.export') && <Export query={{ ...filters, sort }} />}>
      <Filters />
      {/* What the list says of a bad filter or a lost connection, the totals need not say again. */}
      {(list.data || !list.error) && <Totals filters={filters} />}
      <List
        label={labels.title}
        list={list}
        minWidth={900}
        idOf={({ id }) => id}
        columns={[
          {
            header: labels.entry,
            cell: ({ id, title }) => (
              <TextLink to="/$instance/work-ledger/$entryId" params={{ instance, entryId: id }}>
                {title}
              </TextLink>
            ),
          },
          { header: labels.status, cell: ({ status }) => labels.statuses[status] },
          { header: labels.policyStatus, cell: ({ policyStatus }) => labels.policyStatuses[policyStatus] },
          {
            header: labels.actor,
            cell: ({ actors }) => actors.map((actor) => labels.actorNames[actor]).join(', '),
          },
          { header: labels.modelName, cell: ({ modelName }) => modelName },
          { header: labels.activeTime, cell: ({ activeTime }) => formatDuration(activeTime) },
          { header: labels.cost, cell: ({ cost }) => formatCost(cost) },
          { header: labels.createdAt, cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </Screen>
  )
}
