import { agentSortValues, type Agent } from '@instance-admin/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { useApi } from '../api.ts'
import { DialogButton } from '../parts/dialog-button.tsx'
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
import { texts } from '../texts.ts'
import { CapabilityFilter } from './capability-filter.tsx'
import { workTexts } from '../texts/work.ts'

const route = getRouteApi('/$instance/agents')
const labels = texts.agents

/** Its code comes when somebody opens it. */
const NewAgent = lazy(withNetwork(async () => ({ default: (await import('./agent-new.tsx')).NewAgent })))

export function Agents() {
  const { instance, queries, may } = useApi()
  const narrowing = useFilters(route.useSearch(), route.useNavigate())
  const { filters, change } = narrowing
  const list = useList(queries.agents.listInfinite(filters))
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
      <List
        label={labels.title}
        list={list}
        narrowing={narrowing}
        empty={labels.empty}
        next={may('agents.create') && <Create label={labels.first} />}
        idOf={({ id }) => id}
        columns={[
          {
            header: labels.name,
            sorts: ['name,asc', 'name,desc'],
            cell: ({ id, name }) => (
              <TextLink to="/$instance/agents/$agentId" params={{ instance, agentId: id }}>
                {name}
              </TextLink>
            ),
          },
          { header: labels.type, width: '7rem', cell: ({ type }) => labels.types[type] },
          {
            header: labels.status,
            width: '8rem',
            cell: ({ active }) => <Status value={active ? 'active' : 'inactive'} />,
          },
          { header: labels.model, cell: ({ model }) => model ?? texts.none },
          {
            header: labels.priority,
            width: '7rem',
            cell: ({ priority }) => (priority === null ? texts.none : labels.priorities[priority]),
          },
          {
            header: labels.updatedAt,
            sorts: ['updatedAt,desc', 'updatedAt,asc'],
            width: '11rem',
            cell: ({ updatedAt }) => <Time at={updatedAt} />,
          },
          ...(may('agents.work.get')
            ? [{ header: workTexts.work, width: '8rem', cell: (agent: Agent) => <ToWork agent={agent} /> }]
            : []),
        ]}
      />
    </Screen>
  )
}

function ToWork({ agent: { id, name } }: { agent: Agent }) {
  const { instance } = useApi()
  return (
    <TextLink
      to="/$instance/agents/$agentId/work"
      params={{ instance, agentId: id }}
      aria-label={workTexts.viewOf(name)}
    >
      {workTexts.view}
    </TextLink>
  )
}

function Create({ label }: { label: string }) {
  return <DialogButton label={label}>{(close) => <NewAgent close={close} />}</DialogButton>
}
