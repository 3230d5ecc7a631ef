import { Group } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../api.ts'
import type { ModelFilters } from '../filters.ts'
import { ChoiceFilter, TextFilter } from '../parts/filters.tsx'
import { TextLink } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { Screen } from '../parts/screen.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { NewModel } from './twu-model-new.tsx'

const route = getRouteApi('/$instance/twu-models')
const labels = texts.models

export function TwuModels() {
  const { instance, queries, may } = useApi()
  const filters = route.useSearch()
  const list = useInfiniteQuery({
    ...queries.twuModels.listInfinite(filters),
    placeholderData: keepPreviousData,
  })
  return (
    <Screen title={labels.title} actions={may('twuModels.create') && <NewModel />}>
      <Filters />
      <List
        label={labels.title}
        list={list}
        idOf={({ id }) => id}
        columns={[
          {
            header: labels.name,
            cell: ({ id, name }) => (
              <TextLink to="/$instance/twu-models/$modelId" params={{ instance, modelId: id }}>
                {name}
              </TextLink>
            ),
          },
          { header: labels.status, cell: ({ status }) => labels.statuses[status] },
          { header: labels.version, cell: ({ version }) => version },
          { header: labels.draftVersion, cell: ({ draftVersion }) => draftVersion ?? texts.none },
          { header: labels.updatedAt, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
        ]}
      />
    </Screen>
  )
}

/** The filters of the list are in the address, so that a link and the way back lead to the same list. */
function Filters() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: ModelFilters) => void navigate({ search: { ...filters, ...changed }, replace: true })
  return (
    <Group align="end">
      <TextFilter label={labels.name} value={filters.name} onChange={(name) => change({ name })} />
      <ChoiceFilter
        label={labels.status}
        value={filters.status}
        labels={labels.statuses}
        onChange={(status) => change({ status })}
      />
    </Group>
  )
}
