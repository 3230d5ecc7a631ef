import { twuModelSortValues, type TwuModelSummary } from '@instance-admin/sdk'
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
import { numberColumn, saySums, useSums, WithSums } from '../work-ledger/work-sums.tsx'

const route = getRouteApi('/$instance/twu-models')
const labels = texts.models

/** Its code comes when somebody opens it. */
const NewModel = lazyPart(() => import('./twu-model-new.tsx'), 'NewModel')

export function TwuModels() {
  const { instance, queries, may } = useApi()
  const narrowing = useFilters(route.useSearch(), route.useNavigate())
  const { filters, propsOf } = narrowing
  const list = useList(queries.twuModels.listInfinite(filters))
  // Work names its model, and is counted by that name.
  const sums = useSums('modelName', { policyStatus: 'compliant' })
  return (
    <Screen title={labels.title} actions={may('twuModels.create') && <Create label={labels.create} />}>
      <FilterBar set={narrowing.set}>
        <TextFilter label={labels.search} {...propsOf('name')} />
        <ChoiceFilter label={labels.status} labels={labels.statuses} {...propsOf('status')} />
        <FlagFilter label={labels.hasDraft} {...propsOf('hasDraft')} />
        <SortFilter values={twuModelSortValues} first="updatedAt,desc" narrowing={narrowing} />
      </FilterBar>
      <WithSums of={sums}>
        <List
          label={labels.title}
          list={list}
          narrowing={narrowing}
          empty={labels.empty}
          next={may('twuModels.create') && <Create label={labels.first} />}
          isWide
          idOf={({ id }) => id}
          columns={[
            {
              header: labels.name,
              sorts: ['name,asc', 'name,desc'],
              cell: ({ id, name }) => (
                <TextLink to="/$instance/twu-models/$modelId" params={{ instance, modelId: id }}>
                  {name}
                </TextLink>
              ),
            },
            { header: labels.status, width: '10rem', inRow: 'end', cell: ({ status }) => <Status value={status} /> },
            {
              header: labels.version,
              isNumber: true,
              width: '7rem',
              inRow: 'below',
              cell: ({ version, status }) => (status === 'DRAFT' ? '' : version),
            },
            {
              header: labels.draftVersion,
              isNumber: true,
              width: '8rem',
              cell: ({ draftVersion }) => draftVersion,
            },
            ...(may('workLedger.summarise')
              ? [
                  numberColumn(texts.ledger.count, ({ name }: TwuModelSummary) => saySums(sums, name).count),
                  numberColumn(
                    texts.statuses.compliant,
                    ({ name }: TwuModelSummary) => saySums(sums, name).share,
                    'below',
                  ),
                ]
              : []),
            {
              header: labels.updatedAt,
              sorts: ['updatedAt,desc', 'updatedAt,asc'],
              width: '9rem',
              inRow: 'belowEnd',
              cell: ({ updatedAt }) => <Time at={updatedAt} />,
            },
          ]}
        />
      </WithSums>
    </Screen>
  )
}

function Create({ label }: { label: string }) {
  return <DialogButton label={label}>{(close) => <NewModel close={close} />}</DialogButton>
}
