import type { Change } from '@instance-admin/sdk'
import { beginOf, dayOf, endOf, shortZone } from '../../days.ts'
import type { ChangeFilters } from '../../filters.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { ChoiceFilter, TextFilter } from '../../parts/filters.tsx'
import { NamedFilter, useTypedName } from '../../parts/named-filter.tsx'
import type { useFilters } from '../../parts/use-filters.ts'
import { texts } from '../../texts.ts'
import { changeTexts } from '../../texts/changes.ts'
import { useResourceNames, useUserNames } from './change-names.ts'

const labels = texts.changes

/** Filters by names. What the address asks for is called as the shown changes call it, where no name is found. */
export function ChangeFilterBar({ narrowing: { filters, change, propsOf }, shown }: ChangeFilterBarProps) {
  const actor = shown.find(({ actor: { id } }) => id === filters.actorId)?.actor.name
  const resource = shown.find(({ resource: { id } }) => id === filters.resourceId)?.resource.name
  const person = useTypedName()
  const name = useTypedName()
  const people = useUserNames(person.search)
  const resources = useResourceNames(filters.resourceType, name.search)
  return (
    <FilterBar>
      <NamedFilter
        width={130}
        label={labels.who}
        found={people}
        type={person.type}
        known={actor}
        {...propsOf('actorId')}
      />
      <ChoiceFilter
        label={labels.type}
        value={filters.resourceType}
        labels={labels.types}
        onChange={(resourceType) => {
          name.type('')
          change({ resourceType, resourceId: undefined })
        }}
      />
      <NamedFilter
        key={filters.resourceType}
        width={130}
        label={labels.resource}
        found={resources}
        type={name.type}
        known={resource}
        {...propsOf('resourceId')}
      />
      <ChoiceFilter label={labels.operation} labels={changeTexts.operations} {...propsOf('operation')} />
      <TextFilter
        type="date"
        label={labels.from(shortZone())}
        w={150}
        value={filters.from && dayOf(filters.from)}
        onChange={(day) => change({ from: day && beginOf(day) })}
      />
      <TextFilter
        type="date"
        label={labels.to(shortZone())}
        w={150}
        value={filters.to && dayOf(filters.to)}
        onChange={(day) => change({ to: day && endOf(day) })}
      />
    </FilterBar>
  )
}

interface ChangeFilterBarProps {
  narrowing: ReturnType<typeof useFilters<ChangeFilters>>
  shown: readonly Change[]
}
