import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../api.ts'
import { TextLink } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { Screen } from '../parts/screen.tsx'
import { Statuses } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { useFilters } from '../parts/use-filters.ts'
import { useList } from '../parts/use-list.ts'
import { texts } from '../texts.ts'
import { Export } from './work-ledger-export.tsx'
import { Filters } from './work-ledger-filters.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'
import classes from './work-ledger.module.css'
import { Totals } from './work-ledger-totals.tsx'

const route = getRouteApi('/$instance/work-ledger')
const labels = texts.ledger

export function WorkLedger() {
  const { instance, queries, may } = useApi()
  const narrowing = useFilters(route.useSearch(), route.useNavigate())
  const { sort, ...filters } = narrowing.filters
  const list = useList(queries.workLedger.listInfinite({ ...filters, sort }), true)
  return (
    <Screen title={labels.title} actions={may('workLedger.export') && <Export query={{ ...filters, sort }} />}>
      <Filters />
      <div className={classes.ledger}>
        {/* What the list says of a bad filter or a lost connection, the totals need not say again. */}
        {(list.data || !list.error) && <Totals filters={filters} />}
        <div className={classes.rows}>
          <List
            label={labels.title}
            list={list}
            narrowing={narrowing}
            empty={labels.empty}
            isWide
            idOf={({ id }) => id}
            columns={[
              {
                header: labels.entry,
                isLong: true,
                cell: ({ id, title }) => (
                  <TextLink to="/$instance/work-ledger/$entryId" params={{ instance, entryId: id }}>
                    {title}
                  </TextLink>
                ),
              },
              {
                header: labels.status,
                width: '12rem',
                isLong: true,
                cell: ({ status, policyStatus }) => <Statuses of={[status, policyStatus]} />,
              },
              {
                header: labels.actor,
                width: '6.5rem',
                cell: ({ actors }) => actors.map((actor) => labels.actorNames[actor]).join(', '),
              },
              { header: labels.modelName, width: '13%', isLong: true, cell: ({ modelName }) => modelName },
              {
                header: labels.activeTime,
                width: '8.5rem',
                sorts: ['activeTime,desc', 'activeTime,asc'],
                isNumber: true,
                cell: ({ activeTime }) => formatDuration(activeTime),
              },
              {
                header: labels.cost,
                width: '6.5rem',
                sorts: ['cost,desc', 'cost,asc'],
                isNumber: true,
                cell: ({ cost }) => formatCost(cost),
              },
              {
                header: labels.createdAt,
                sorts: ['createdAt,desc', 'createdAt,asc'],
                width: '8.5rem',
                cell: ({ createdAt }) => <Time at={createdAt} />,
              },
            ]}
          />
        </div>
      </div>
    </Screen>
  )
}
