import { Box, Button, Group, NativeSelect } from '@mantine/core'
import { workLedgerSortValues } from '@instance-admin/sdk'
import { beginOf, beginOfDay, dayOf, endOf } from '../../days.ts'
import { ledgerPeriods, periodOf, shortestLedgerSearch, type LedgerFilters } from '../../filters.ts'
import { Disclosure } from '../../parts/disclosure.tsx'
import { FilterBar, FilterPairs } from '../../parts/filter-bar.tsx'
import { ChoicesFilter } from '../../parts/choices-filter.tsx'
import { ChoiceFilter, NumberFilter, SortFilter, TextFilter } from '../../parts/filters.tsx'
import { NamedFilter, useTypedName } from '../../parts/named-filter.tsx'
import type { useFilters } from '../../parts/use-filters.ts'
import { texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { useAgentName, useAgentNames } from '../agents/agent-names.ts'
import { SetFilters } from './work-ledger-set-filters.tsx'

const labels = texts.ledger

/** Everything that narrows the ledger, and its order. Rare filters are out of the way, and those that are set are named. */
export function Filters({ narrowing }: { narrowing: ReturnType<typeof useFilters<LedgerFilters>> }) {
  const { filters, change, set } = narrowing
  const { search, status, policyStatus, actors } = filters
  return (
    <>
      <FilterBar set={set}>
        <TextFilter
          label={labels.search}
          description={ledgerTexts.searchHint(shortestLedgerSearch)}
          minLength={shortestLedgerSearch}
          value={search}
          onChange={(search) => change({ search })}
        />
        <ChoicesFilter
          label={labels.status}
          values={status}
          labels={labels.statuses}
          onChange={(status) => change({ status })}
        />
        <ChoiceFilter
          label={labels.policyStatus}
          value={policyStatus}
          labels={labels.policyStatuses}
          onChange={(policyStatus) => change({ policyStatus })}
        />
        <ChoiceFilter
          label={labels.actor}
          value={actors}
          labels={labels.actors}
          onChange={(actors) => change({ actors })}
        />
        <PeriodFilter filters={filters} change={change} />
        <SortFilter values={workLedgerSortValues} first="createdAt,desc" narrowing={narrowing} />
        <Disclosure label={ledgerTexts.moreFilters}>
          <Box mt="xs">
            <MoreFilters filters={filters} change={change} />
          </Box>
        </Disclosure>
      </FilterBar>
      {set > 0 && (
        <Group gap="xs">
          <SetFilters filters={filters} change={change} />
          <Button size="compact-sm" variant="subtle" onClick={() => narrowing.clear()}>
            {ledgerTexts.clear}
          </Button>
        </Group>
      )}
    </>
  )
}

/** Of what time the table, the sums and the export are. */
function PeriodFilter({ filters, change }: { filters: LedgerFilters; change: Change }) {
  return (
    <NativeSelect
      label={ledgerTexts.period}
      value={periodOf(filters)}
      data={[...ledgerPeriods, 'days' as const].map((value) => ({ value, label: ledgerTexts.periods[value] }))}
      onChange={({ currentTarget: { value } }) =>
        value === 'days'
          ? change({ createdFrom: beginOfDay(29), period: undefined })
          : change({
              createdFrom: undefined,
              createdTo: undefined,
              period: ledgerPeriods.find((known) => known === value && known !== '30d'),
            })
      }
    />
  )
}

function MoreFilters({ filters, change }: { filters: LedgerFilters; change: Change }) {
  const typed = useTypedName()
  const agents = useAgentNames(typed.search)
  const known = useAgentName(filters.agentId)
  return (
    <FilterPairs>
      <NamedFilter
        label={labels.agent}
        found={agents}
        type={typed.type}
        value={filters.agentId}
        known={known}
        onChange={(agentId) => change({ agentId })}
      />
      <TextFilter label={labels.aiModel} value={filters.aiModel} onChange={(aiModel) => change({ aiModel })} />
      <TextFilter label={labels.modelName} value={filters.modelName} onChange={(modelName) => change({ modelName })} />
      <TextFilter label={labels.entityId} value={filters.entityId} onChange={(entityId) => change({ entityId })} />
      <NumberFilter label={ledgerTexts.costMin} value={filters.costMin} onChange={(costMin) => change({ costMin })} />
      <NumberFilter label={ledgerTexts.costMax} value={filters.costMax} onChange={(costMax) => change({ costMax })} />
      <NumberFilter label={ledgerTexts.timeMin} value={filters.timeMin} onChange={(timeMin) => change({ timeMin })} />
      <NumberFilter label={ledgerTexts.timeMax} value={filters.timeMax} onChange={(timeMax) => change({ timeMax })} />
      <TextFilter
        type="date"
        label={labels.createdFrom}
        value={filters.createdFrom && dayOf(filters.createdFrom)}
        onChange={(day) => change({ createdFrom: day && beginOf(day) })}
      />
      <TextFilter
        type="date"
        label={ledgerTexts.createdTo}
        value={filters.createdTo && dayOf(filters.createdTo)}
        onChange={(day) => change({ createdTo: day && endOf(day) })}
      />
    </FilterPairs>
  )
}

type Change = (changed: LedgerFilters) => void
