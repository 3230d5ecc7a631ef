import { Text } from '@mantine/core'
import { agentSortValues, type Agent, type WorkLedgerSummary } from '@instance-admin/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { useApi } from '../api.ts'
import { DialogButton } from '../parts/dialog-button.tsx'
import { Failure } from '../parts/failure.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { ChoiceFilter, FlagFilter, SortFilter, TextFilter } from '../parts/filters.tsx'
import { TextLink } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { withNetwork } from '../parts/online.ts'
import { Screen } from '../parts/screen.tsx'
import { Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { useFilters } from '../parts/use-filters.ts'
import { useList } from '../parts/use-list.ts'
import { language, texts } from '../texts.ts'
import { workTexts } from '../texts/work.ts'
import { CapabilityFilter } from './capability-filter.tsx'
import classes from './two-lines.module.css'
import { formatCost } from './work-ledger-format.ts'
import { sumsOf, useSums } from './work-sums.ts'

const route = getRouteApi('/$instance/agents')
const labels = texts.agents

/** Its code comes when somebody opens it. */
const NewAgent = lazy(withNetwork(async () => ({ default: (await import('./agent-new.tsx')).NewAgent })))

export function Agents() {
  const { instance, queries, may } = useApi()
  const narrowing = useFilters(route.useSearch(), route.useNavigate())
  const { filters, change } = narrowing
  const list = useList(queries.agents.listInfinite(filters))
  const { all, some: failed } = useSums('agent', { status: ['failed'] })
  const error = all.error ?? failed.error
  return (
    <Screen title={labels.title} actions={may('agents.create') && <Create label={labels.create} />}>
      <FilterBar set={narrowing.set}>
        <TextFilter label={labels.search} value={filters.name} onChange={(name) => change({ name })} />
        <ChoiceFilter
          label={labels.type}
          value={filters.type}
          labels={labels.types}
          onChange={(type) => change({ type })}
        />
        <FlagFilter label={labels.active} value={filters.active} onChange={(active) => change({ active })} />
        <CapabilityFilter value={filters.capability} onChange={(capability) => change({ capability })} />
        <ChoiceFilter
          label={labels.priority}
          value={filters.priority}
          labels={labels.priorities}
          onChange={(priority) => change({ priority })}
        />
        <SortFilter values={agentSortValues} first="name,asc" narrowing={narrowing} />
      </FilterBar>
      {error && <Failure error={error} />}
      {all.data && (
        <Text size="sm" c="dimmed">
          {workTexts.sumsAre}
        </Text>
      )}
      <div className={classes.twoLines}>
        <List
          label={labels.title}
          list={list}
          narrowing={narrowing}
          empty={labels.empty}
          next={may('agents.create') && <Create label={labels.first} />}
          isWide
          idOf={({ id }) => id}
          columns={[
            {
              header: labels.name,
              sorts: ['name,asc', 'name,desc'],
              cell: ({ id, name }) => (
                <TextLink
                  to={may('agents.work.get') ? '/$instance/agents/$agentId/work' : '/$instance/agents/$agentId'}
                  params={{ instance, agentId: id }}
                >
                  {name}
                </TextLink>
              ),
            },
            {
              header: labels.status,
              width: '8rem',
              cell: ({ active }) => <Status value={active ? 'active' : 'inactive'} />,
            },
            { header: labels.type, width: '6rem', cell: ({ type }) => labels.types[type] },
            { header: labels.model, cell: ({ model }) => model ?? texts.none },
            {
              header: labels.updatedAt,
              sorts: ['updatedAt,desc', 'updatedAt,asc'],
              width: '9rem',
              isMinor: true,
              cell: ({ updatedAt }) => <Time at={updatedAt} />,
            },
            ...(may('workLedger.summarise')
              ? [
                  { header: workTexts.executions, width: '8rem', isNumber: true, cell: count(all.data) },
                  { header: texts.statuses.failed, width: '7rem', isNumber: true, cell: count(failed.data) },
                  {
                    header: texts.ledger.cost,
                    width: '7rem',
                    isNumber: true,
                    cell: ({ id }: Agent) => {
                      const sums = sumsOf(all.data, id)
                      return sums ? formatCost(sums.cost) : texts.none
                    },
                  },
                ]
              : []),
          ]}
        />
      </div>
    </Screen>
  )
}

const count =
  (summary: WorkLedgerSummary | undefined) =>
  ({ id }: Agent) =>
    sumsOf(summary, id)?.count.toLocaleString(language) ?? texts.none

function Create({ label }: { label: string }) {
  return <DialogButton label={label}>{(close) => <NewAgent close={close} />}</DialogButton>
}
