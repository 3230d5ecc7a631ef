import { Group } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../api.ts'
import type { IntegrationFilters } from '../filters.ts'
import { ChoiceFilter, TextFilter } from '../parts/filters.tsx'
import { TextLink } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { Screen } from '../parts/screen.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { NewIntegration } from './integration-new.tsx'
import { useIntegrationTypes } from './integration-types.ts'

const route = getRouteApi('/$instance/integrations')
const labels = texts.integrations

export function Integrations() {
  const { instance, queries, may } = useApi()
  const filters = route.useSearch()
  const list = useInfiniteQuery({
    ...queries.integrations.listInfinite(filters),
    placeholderData: keepPreviousData,
  })
  const types = useIntegrationTypes().data?.items ?? []
  return (
    <Screen title={labels.title} actions={may('integrations.create') && <NewIntegration />}>
      <Filters />
      <List
        label={labels.title}
        list={list}
        idOf={({ id }) => id}
        columns={[
          {
            header: labels.name,
            cell: ({ id, name }) => (
              <TextLink to="/$instance/integrations/$integrationId" params={{ instance, integrationId: id }}>
                {name}
              </TextLink>
            ),
          },
          {
            header: labels.type,
            cell: ({ type }) => types.find((known) => known.type === type)?.name ?? type,
          },
          { header: labels.status, cell: ({ status }) => labels.statuses[status] },
          { header: labels.isHealthy, cell: (integration) => labels.health(integration) },
          {
            header: labels.lastHealthCheck,
            cell: ({ lastHealthCheck }) => <Time at={lastHealthCheck} />,
          },
        ]}
      />
    </Screen>
  )
}

function Filters() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: IntegrationFilters) => void navigate({ search: { ...filters, ...changed }, replace: true })
  return (
    <Group align="end">
      <TextFilter label={labels.search} value={filters.search} onChange={(search) => change({ search })} />
      <ChoiceFilter
        label={labels.status}
        value={filters.status}
        labels={labels.statuses}
        onChange={(status) => change({ status })}
      />
    </Group>
  )
}
