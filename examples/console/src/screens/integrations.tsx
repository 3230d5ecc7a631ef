import { Switch, Title } from '@mantine/core'
import { integrationSortValues, type ListIntegrationsQuery } from '@instance-admin/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { useApi } from '../api.ts'
import type { IntegrationFilters } from '../filters.ts'
import { DialogButton } from '../parts/dialog-button.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { ChoiceFilter, SortFilter, TextFilter } from '../parts/filters.tsx'
import { TextLink } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { withNetwork } from '../parts/online.ts'
import { Screen } from '../parts/screen.tsx'
import { Status } from '../parts/status.tsx'
import { Day, Time } from '../parts/time.tsx'
import { useFilters } from '../parts/use-filters.ts'
import { useList } from '../parts/use-list.ts'
import { texts } from '../texts.ts'
import { LastTest } from './integration-health.tsx'
import { useIntegrationTypes } from './integration-types.ts'

const route = getRouteApi('/$instance/integrations')
const labels = texts.integrations

/** Its code comes when somebody opens it. */
const NewIntegration = lazy(
  withNetwork(async () => ({ default: (await import('./integration-new.tsx')).NewIntegration })),
)

export function Integrations() {
  const { may } = useApi()
  const narrowing = useFilters(route.useSearch(), route.useNavigate())
  const { attention, ...filters } = narrowing.filters
  const { change } = narrowing
  const typeNames = useTypeNames()
  return (
    <Screen title={labels.title} actions={may('integrations.create') && <Create />}>
      <FilterBar>
        <TextFilter label={labels.search} value={filters.search} onChange={(search) => change({ search })} />
        <ChoiceFilter
          label={labels.type}
          value={filters.type}
          labels={typeNames}
          onChange={(type) => change({ type })}
        />
        <ChoiceFilter
          label={labels.status}
          value={filters.status}
          labels={labels.statuses}
          onChange={(status) => change({ status, attention: undefined })}
        />
        <SortFilter values={integrationSortValues} first="name,asc" narrowing={narrowing} />
        <Switch
          label={labels.needsAttention}
          checked={attention === true}
          onChange={({ currentTarget }) => change({ status: undefined, attention: currentTarget.checked || undefined })}
        />
      </FilterBar>
      {attention ? (
        <>
          <Title order={2} size="h4" mt="md">
            {labels.failing}
          </Title>
          <IntegrationList label={labels.failing} query={{ ...filters, status: 'error' }} narrowing={narrowing} />
          <Title order={2} size="h4" mt="md">
            {labels.expiring}
          </Title>
          <IntegrationList
            label={labels.expiring}
            query={{ ...filters, expiresBefore: dayAfter(14) }}
            narrowing={narrowing}
          />
        </>
      ) : (
        <IntegrationList label={labels.title} query={filters} narrowing={narrowing} />
      )}
    </Screen>
  )
}

function IntegrationList({ label, query, narrowing }: IntegrationListProps) {
  const { instance, queries } = useApi()
  const list = useList(queries.integrations.listInfinite(query))
  const typeNames = useTypeNames()
  return (
    <List
      label={label}
      list={list}
      narrowing={narrowing}
      empty={labels.empty}
      idOf={({ id }) => id}
      columns={[
        {
          header: labels.name,
          width: '22%',
          isLong: true,
          sorts: ['name,asc', 'name,desc'],
          cell: ({ id, name }) => (
            <TextLink to="/$instance/integrations/$integrationId" params={{ instance, integrationId: id }}>
              {name}
            </TextLink>
          ),
        },
        { header: labels.type, cell: ({ type }) => typeNames[type] ?? type },
        { header: labels.status, width: '9rem', cell: ({ status }) => <Status value={status} /> },
        {
          header: labels.lastTest,
          width: '32%',
          isLong: true,
          cell: ({ lastTest }) => (lastTest ? <LastTest test={lastTest} /> : texts.never),
        },
        query.expiresBefore === undefined
          ? {
              header: labels.lastHealthCheck,
              width: '9rem',
              cell: ({ lastHealthCheck }) => <Time at={lastHealthCheck} />,
            }
          : {
              header: labels.secretsExpireAt,
              width: '9rem',
              cell: ({ secretsExpireAt }) => <Day on={secretsExpireAt} />,
            },
      ]}
    />
  )
}

function useTypeNames() {
  const types = useIntegrationTypes().data?.items ?? []
  const names: Partial<Record<(typeof types)[number]['type'], string>> = Object.fromEntries(
    types.map(({ type, name }) => [type, name]),
  )
  return names
}

/** The first day, in UTC, that is more than this number of days away. */
function dayAfter(days: number): string {
  return new Date(Date.now() + (days + 1) * 86_400_000).toISOString().slice(0, 10)
}

function Create() {
  return <DialogButton label={labels.create}>{(close) => <NewIntegration close={close} />}</DialogButton>
}

interface IntegrationListProps {
  label: string
  query: ListIntegrationsQuery
  narrowing: ReturnType<typeof useFilters<IntegrationFilters>>
}
