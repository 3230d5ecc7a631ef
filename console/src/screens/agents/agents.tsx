import { agentSortValues, type Agent } from '@instance-admin/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { ChoiceFilter, FlagFilter, SortFilter, TextFilter } from '../../parts/filters.tsx'
import { TextLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { lazyPart } from '../../parts/online.ts'
import { Screen } from '../../parts/screen.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { texts } from '../../texts.ts'
import { workTexts } from '../../texts/work.ts'
import { CapabilityFilter } from './capability-filter.tsx'
import { numberColumn, saySums, useSums, WithSums } from '../work-ledger/work-sums.tsx'

const route = getRouteApi('/$instance/agents')
const labels = texts.agents

/** Its code comes when somebody opens it. */
const NewAgent = lazyPart(() => import('./agent-new.tsx'), 'NewAgent')

export function Agents() {
  const { instance, queries, may } = useApi()
  const narrowing = useFilters(route.useSearch(), route.useNavigate())
  const { filters, propsOf } = narrowing
  const list = useList(queries.agents.listInfinite(filters))
  const sums = useSums('agent', { status: ['failed'] })
  return (
    <Screen title={labels.title} actions={may('agents.create') && <Create label={labels.create} />}>
      <FilterBar set={narrowing.set}>
        <TextFilter label={labels.search} {...propsOf('name')} />
        <ChoiceFilter label={labels.type} labels={labels.types} {...propsOf('type')} />
        <FlagFilter label={labels.active} {...propsOf('active')} />
        <CapabilityFilter {...propsOf('capability')} />
        <ChoiceFilter label={labels.priority} labels={labels.priorities} {...propsOf('priority')} />
        <SortFilter values={agentSortValues} first="name,asc" narrowing={narrowing} />
      </FilterBar>
      <WithSums of={sums}>
        <List
          label={labels.title}
          list={list}
          narrowing={narrowing}
          empty={labels.empty}
          next={may('agents.create') && <Create label={labels.first} />}
          isWide
          idOf={({ id }) => id}
          columns={[
            {
              header: labels.name,
              sorts: ['name,asc', 'name,desc'],
              cell: ({ id, name }) => (
                <TextLink
                  to={may('agents.work.get') ? '/$instance/agents/$agentId/work' : '/$instance/agents/$agentId'}
                  params={{ instance, agentId: id }}
                >
                  {name}
                </TextLink>
              ),
            },
            {
              header: labels.status,
              width: '8rem',
              inRow: 'below',
              cell: ({ active }) => <Status value={active ? 'active' : 'inactive'} />,
            },
            { header: labels.type, width: '6rem', inRow: 'below', cell: ({ type }) => labels.types[type] },
            { header: labels.model, inRow: 'below', cell: ({ model }) => model ?? '' },
            {
              header: labels.updatedAt,
              sorts: ['updatedAt,desc', 'updatedAt,asc'],
              width: '9rem',
              isMinor: true,
              cell: ({ updatedAt }) => <Time at={updatedAt} />,
            },
            ...(may('workLedger.summarise')
              ? [
                  numberColumn(workTexts.executions, ({ id }: Agent) => saySums(sums, id).count),
                  numberColumn(texts.statuses.failed, ({ id }: Agent) => saySums(sums, id).failed, 'belowEnd'),
                  numberColumn(texts.ledger.cost, ({ id }: Agent) => saySums(sums, id).cost, 'end'),
                ]
              : []),
          ]}
        />
      </WithSums>
    </Screen>
  )
}

function Create({ label }: { label: string }) {
  return <DialogButton label={label}>{(close) => <NewAgent close={close} />}</DialogButton>
}
