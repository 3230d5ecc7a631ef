import { Group } from '@mantine/core'
import type { Change } from '@instance-admin/sdk'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../api.ts'
import type { ChangeFilters } from '../filters.ts'
import { Differences } from '../parts/differences.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { ChoiceFilter, TextFilter } from '../parts/filters.tsx'
import { TextLink } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { Screen } from '../parts/screen.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'

const route = getRouteApi('/$instance/changes')
const labels = texts.changes

/** Who changed what in the instance, the newest first. */
export function Changes() {
  const { queries } = useApi()
  const filters = route.useSearch()
  const list = useInfiniteQuery({ ...queries.changes.listInfinite(filters), placeholderData: keepPreviousData })
  return (
    <Screen title={labels.title}>
      <Filters />
      <List
        label={labels.title}
        list={list}
        idOf={({ sequence }) => String(sequence)}
        columns={[
          { header: labels.at, cell: ({ at }) => <Time at={at} /> },
          { header: labels.who, cell: ({ actor }) => actor.name ?? actor.id ?? labels.service },
          { header: labels.type, cell: ({ resource }) => labels.types(resource.type) },
          { header: labels.resource, cell: (change) => <Resource change={change} /> },
          { header: labels.kind, cell: ({ kind }) => labels.kinds(kind) },
          {
            header: labels.what,
            cell: ({ difference }) => (
              <Disclosure label={labels.values(difference.length)}>
                <Differences difference={difference} />
              </Disclosure>
            ),
          },
        ]}
      />
    </Screen>
  )
}

/** The name leads to the resource, unless it was deleted. */
function Resource({ change: { resource, kind } }: { change: Change }) {
  const { instance } = useApi()
  const { type, id } = resource
  const name = resource.name ?? texts.none
  if (kind === 'deleted') return name
  if (type === 'agent')
    return (
      <TextLink to="/$instance/agents/$agentId" params={{ instance, agentId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'user')
    return (
      <TextLink to="/$instance/users/$userId" params={{ instance, userId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'integration')
    return (
      <TextLink to="/$instance/integrations/$integrationId" params={{ instance, integrationId: id }}>
        {name}
      </TextLink>
    )
  if (type === 'twu_model')
    return (
      <TextLink to="/$instance/twu-models/$modelId" params={{ instance, modelId: id }}>
        {name}
      </TextLink>
    )
  return name
}

function Filters() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: ChangeFilters) => void navigate({ search: { ...filters, ...changed }, replace: true })
  return (
    <Group align="end">
      <ChoiceFilter
        label={labels.type}
        value={labels.isType(filters.resourceType) ? filters.resourceType : undefined}
        labels={labels.typeNames}
        onChange={(resourceType) => change({ resourceType })}
      />
      <TextFilter label={labels.actorId} value={filters.actorId} onChange={(actorId) => change({ actorId })} />
      <TextFilter
        label={labels.resourceId}
        value={filters.resourceId}
        onChange={(resourceId) => change({ resourceId })}
      />
      <TextFilter label={labels.operation} value={filters.operation} onChange={(operation) => change({ operation })} />
      <TextFilter
        type="date"
        label={labels.from}
        value={filters.from?.slice(0, 10)}
        onChange={(day) => change({ from: day && `${day}T00:00:00.000Z` })}
      />
      <TextFilter
        type="date"
        label={labels.to}
        value={filters.to?.slice(0, 10)}
        onChange={(day) => change({ to: day && `${day}T23:59:59.999Z` })}
      />
    </Group>
  )
}
