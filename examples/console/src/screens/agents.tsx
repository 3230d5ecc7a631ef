import { Group } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../api.ts'
import type { AgentFilters } from '../filters.ts'
import { ChoiceFilter, FlagFilter, TextFilter } from '../parts/filters.tsx'
import { TextLink } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { Screen } from '../parts/screen.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { NewAgent } from './agent-new.tsx'

const route = getRouteApi('/$instance/agents')
const labels = texts.agents

export function Agents() {
  const { instance, queries, may } = useApi()
  const filters = route.useSearch()
  const list = useInfiniteQuery({
    ...queries.agents.listInfinite(filters),
    placeholderData: keepPreviousData,
  })
  return (
    <Screen title={labels.title} actions={may('agents.create') && <NewAgent />}>
      <Filters />
      <List
        label={labels.title}
        list={list}
        idOf={({ id }) => id}
        columns={[
          {
            header: labels.name,
            cell: ({ id, name }) => (
              <TextLink to="/$instance/agents/$agentId" params={{ instance, agentId: id }}>
                {name}
              </TextLink>
            ),
          },
          { header: labels.type, cell: ({ type }) => labels.types[type] },
          { header: labels.active, cell: ({ active }) => (active ? texts.yes : texts.no) },
          { header: labels.model, cell: ({ model }) => model ?? texts.none },
          {
            header: labels.priority,
            cell: ({ priority }) => (priority === null ? texts.none : labels.priorities[priority]),
          },
          { header: labels.updatedAt, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
        ]}
      />
    </Screen>
  )
}

function Filters() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: AgentFilters) => void navigate({ search: { ...filters, ...changed }, replace: true })
  return (
    <Group align="end">
      <TextFilter label={labels.search} value={filters.name} onChange={(name) => change({ name })} />
      <ChoiceFilter
        label={labels.type}
        value={filters.type}
        labels={labels.types}
        onChange={(type) => change({ type })}
      />
      <FlagFilter label={labels.active} value={filters.active} onChange={(active) => change({ active })} />
    </Group>
  )
}
