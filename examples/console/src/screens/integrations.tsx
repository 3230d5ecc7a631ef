import { Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { useApi } from '../api.ts'
import { DialogButton } from '../parts/dialog-button.tsx'
import { ChoiceFilter, TextFilter } from '../parts/filters.tsx'
import { TextLink } from '../parts/link.tsx'
import { List } from '../parts/list.tsx'
import { withNetwork } from '../parts/online.ts'
import { Screen } from '../parts/screen.tsx'
import { Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
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
  const { instance, queries, may } = useApi()
  const narrowing = useFilters(route.useSearch(), route.useNavigate())
  const { filters, change } = narrowing
  const list = useList(queries.integrations.listInfinite(filters))
  const types = useIntegrationTypes().data?.items ?? []
  const typeNames: Partial<Record<(typeof types)[number]['type'], string>> = Object.fromEntries(
    types.map(({ type, name }) => [type, name]),
  )
  return (
    <Screen title={labels.title} actions={may('integrations.create') && <Create />}>
      <Group align="end">
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
          onChange={(status) => change({ status })}
        />
      </Group>
      <List
        label={labels.title}
        list={list}
        narrowing={narrowing}
        empty={labels.empty}
        idOf={({ id }) => id}
        columns={[
          {
            header: labels.name,
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
            width: '35%',
            isLong: true,
            cell: ({ lastTest }) => (lastTest ? <LastTest test={lastTest} /> : texts.never),
          },
          {
            header: labels.lastHealthCheck,
            width: '10rem',
            cell: ({ lastHealthCheck }) => <Time at={lastHealthCheck} />,
          },
        ]}
      />
    </Screen>
  )
}

function Create() {
  return <DialogButton label={labels.create}>{(close) => <NewIntegration close={close} />}</DialogButton>
}
