import { Button, Switch, Title } from '@mantine/core'
import { integrationSortValues, type ListIntegrationsQuery } from '@instance-admin/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useApi } from '../../api.ts'
import type { IntegrationFilters } from '../../filters.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { ChoiceFilter, SortFilter, TextFilter } from '../../parts/filters.tsx'
import { TextLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { lazyPart } from '../../parts/online.ts'
import { useWayBack } from '../../parts/places.ts'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { Day, Time } from '../../parts/time.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { texts } from '../../texts.ts'
import { TypeOf } from './integration-type.tsx'
import { useTypeNames } from './integration-types.ts'
import { TestOutcome } from './test-outcome.tsx'

const route = getRouteApi('/$instance/integrations')
const labels = texts.integrations

/** Its code comes when somebody opens it. */
const NewIntegration = lazyPart(() => import('./integration-new.tsx'), 'NewIntegration')

export function Integrations() {
  const { may } = useApi()
  const { new: type, ...search } = route.useSearch()
  const narrowing = useFilters(search, route.useNavigate())
  const goBack = useWayBack('/$instance/integrations')
  const { attention, ...filters } = narrowing.filters
  const { change, propsOf } = narrowing
  const expiring = { ...filters, expiresBefore: dayAfter(14) }
  const typeNames = useTypeNames()
  return (
    <Screen title={labels.title} actions={may('integrations.create') && <Create label={labels.create} />}>
      <FilterBar set={narrowing.set}>
        <TextFilter label={labels.search} {...propsOf('search')} />
        <ChoiceFilter label={labels.type} labels={typeNames} {...propsOf('type')} />
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
          <IntegrationList label={labels.expiring} query={expiring} narrowing={narrowing} />
        </>
      ) : (
        <IntegrationList label={labels.title} query={filters} narrowing={narrowing} />
      )}
      <Suspense>
        {type !== undefined && may('integrations.create') && <NewIntegration type={type} close={() => goBack(true)} />}
      </Suspense>
    </Screen>
  )
}

function IntegrationList({ label, query, narrowing }: IntegrationListProps) {
  const { instance, queries, may } = useApi()
  const list = useList(queries.integrations.listInfinite(query))
  const isExpiring = query.expiresBefore !== undefined
  const typeNames = useTypeNames()
  return (
    <List
      label={label}
      list={list}
      narrowing={narrowing}
      empty={labels.empty}
      next={may('integrations.create') && <Create label={labels.first} />}
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
        { header: labels.type, inRow: 'below', cell: ({ type }) => <TypeOf name={typeNames[type] ?? type} /> },
        { header: labels.status, width: '9rem', inRow: 'end', cell: ({ status }) => <Status value={status} /> },
        {
          header: labels.lastTest,
          width: '32%',
          inRow: 'belowUnlessGood',
          cell: ({ lastTest }) => (lastTest ? <TestOutcome test={lastTest} /> : texts.never),
        },
        {
          header: isExpiring ? labels.secretsExpireAt : labels.lastHealthCheck,
          width: '9rem',
          inRow: 'belowEnd',
          cell: ({ lastHealthCheck, secretsExpireAt }) =>
            isExpiring ? <Day on={secretsExpireAt} /> : <Time at={lastHealthCheck} />,
        },
      ]}
    />
  )
}

/** The first day, in UTC, that is more than this number of days away. */
function dayAfter(days: number): string {
  return new Date(Date.now() + (days + 1) * 86_400_000).toISOString().slice(0, 10)
}

/** Opens the dialog by its address, so that the way back closes it. */
function Create({ label }: { label: string }) {
  const navigate = route.useNavigate()
  const open = () => void navigate({ search: (now) => ({ ...now, new: true }), resetScroll: false })
  return <Button onClick={open}>{label}</Button>
}

interface IntegrationListProps {
  label: string
  query: ListIntegrationsQuery
  narrowing: ReturnType<typeof useFilters<IntegrationFilters>>
}
