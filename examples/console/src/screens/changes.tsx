import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../api.ts'
import type { ChangeFilters } from '../filters.ts'
import { Differences } from '../parts/differences.tsx'
import { Disclosure } from '../parts/disclosure.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { ChoiceFilter, TextFilter } from '../parts/filters.tsx'
import { nameIn } from '../parts/keys-of.ts'
import { List } from '../parts/list.tsx'
import { Screen } from '../parts/screen.tsx'
import { Time } from '../parts/time.tsx'
import { useFilters } from '../parts/use-filters.ts'
import { useList } from '../parts/use-list.ts'
import { texts } from '../texts.ts'
import { ChangedResource } from './changed-resource.tsx'

const route = getRouteApi('/$instance/changes')
const labels = texts.changes

/** Who changed what in the instance, the newest first. */
export function Changes() {
  const { queries } = useApi()
  const narrowing = useFilters(route.useSearch(), route.useNavigate())
  const { filters, change } = narrowing
  const list = useList(queries.changes.listInfinite(filters))
  return (
    <Screen title={labels.title}>
      <Filters filters={filters} change={change} />
      <List
        label={labels.title}
        list={list}
        narrowing={narrowing}
        empty={labels.empty}
        idOf={({ sequence }) => String(sequence)}
        columns={[
          {
            header: labels.resource,
            isLong: true,
            cell: (change) => <ChangedResource change={change} underline="hover" />,
          },
          { header: labels.type, width: '7.5rem', cell: ({ resource }) => nameIn(labels.types, resource.type) },
          { header: labels.kind, width: '7rem', cell: ({ kind }) => nameIn(labels.kinds, kind) },
          { header: labels.who, cell: ({ actor }) => actor.name ?? actor.id ?? labels.service },
          { header: labels.at, width: '9rem', cell: ({ at }) => <Time at={at} /> },
          {
            header: labels.what,
            width: '32%',
            isLong: true,
            cell: ({ resource, difference }) => (
              <Disclosure label={labels.values(difference.length)}>
                <Differences type={resource.type} difference={difference} />
              </Disclosure>
            ),
          },
        ]}
      />
    </Screen>
  )
}

function Filters({ filters, change }: FiltersProps) {
  return (
    <FilterBar>
      <ChoiceFilter
        label={labels.type}
        value={filters.resourceType}
        labels={labels.types}
        onChange={(resourceType) => change({ resourceType })}
      />
      <TextFilter w={150} label={labels.actorId} value={filters.actorId} onChange={(actorId) => change({ actorId })} />
      <TextFilter
        w={165}
        label={labels.resourceId}
        value={filters.resourceId}
        onChange={(resourceId) => change({ resourceId })}
      />
      <TextFilter
        w={150}
        label={labels.operation}
        value={filters.operation}
        onChange={(operation) => change({ operation })}
      />
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
    </FilterBar>
  )
}

interface FiltersProps {
  filters: ChangeFilters
  change: (changed: ChangeFilters) => void
}
