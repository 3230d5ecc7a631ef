import { Box, Button, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { workLedgerSortValues } from '@instance-admin/sdk'
import { shortestLedgerSearch, type LedgerFilters } from '../filters.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { ChoiceFilter, NumberFilter, SortFilter, TextFilter } from '../parts/filters.tsx'
import { texts } from '../texts.ts'

const route = getRouteApi('/$instance/work-ledger')
const labels = texts.ledger

/** Everything that narrows the ledger, and its order. Rare filters are out of the way until one of them is set. */
export function Filters() {
  const { sort, ...filters } = route.useSearch()
  const { search, status, policyStatus, actors, ...more } = filters
  const navigate = route.useNavigate()
  const replace = (search: LedgerFilters) => void navigate({ search, replace: true })
  const change: Change = (changed) => replace({ sort, ...filters, ...changed })
  return (
    <Stack gap="sm">
      <FilterBar>
        <TextFilter
          label={labels.search}
          description={labels.searchHint(shortestLedgerSearch)}
          minLength={shortestLedgerSearch}
          value={search}
          onChange={(search) => change({ search })}
        />
        <ChoiceFilter
          label={labels.status}
          value={status}
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
        <SortFilter
          values={workLedgerSortValues}
          first="createdAt,desc"
          narrowing={{ sort, sortBy: (sort) => change({ sort }) }}
        />
        {isAnySet(filters) && (
          <Button variant="default" onClick={() => replace({ sort })}>
            {labels.clear}
          </Button>
        )}
      </FilterBar>
      <Disclosure label={labels.moreFilters} isOpenAtFirst={isAnySet(more)}>
        <Box mt="xs">
          <MoreFilters filters={more} change={change} />
        </Box>
      </Disclosure>
    </Stack>
  )
}

function MoreFilters({ filters, change }: { filters: LedgerFilters; change: Change }) {
  return (
    <FilterBar arePairs>
      <TextFilter label={labels.modelName} value={filters.modelName} onChange={(modelName) => change({ modelName })} />
      <TextFilter label={labels.entityId} value={filters.entityId} onChange={(entityId) => change({ entityId })} />
      <NumberFilter label={labels.costMin} value={filters.costMin} onChange={(costMin) => change({ costMin })} />
      <NumberFilter label={labels.costMax} value={filters.costMax} onChange={(costMax) => change({ costMax })} />
      <NumberFilter label={labels.timeMin} value={filters.timeMin} onChange={(timeMin) => change({ timeMin })} />
      <NumberFilter label={labels.timeMax} value={filters.timeMax} onChange={(timeMax) => change({ timeMax })} />
      <TextFilter
        type="date"
        label={labels.createdFrom}
        value={filters.createdFrom?.slice(0, dayLength)}
        onChange={(day) => change({ createdFrom: day && `${day}T00:00:00.000Z` })}
      />
      <TextFilter
        type="date"
        label={labels.createdTo}
        value={filters.createdTo?.slice(0, dayLength)}
        onChange={(day) => change({ createdTo: day && `${day}T23:59:59.999Z` })}
      />
    </FilterBar>
  )
}

function isAnySet(filters: LedgerFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

const dayLength = 'YYYY-MM-DD'.length

type Change = (changed: LedgerFilters) => void
