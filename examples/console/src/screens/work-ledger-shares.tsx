import { Title } from '@mantine/core'
import type { WorkLedgerGroup } from '@instance-admin/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import type { LedgerFilters } from '../filters.ts'
import { Failure } from '../parts/failure.tsx'
import { nameIn } from '../parts/keys-of.ts'
import { Loading } from '../parts/loading.tsx'
import { Outdated } from '../parts/outdated.tsx'
import { texts } from '../texts.ts'
import { formatCost, formatDuration } from './work-ledger-format.ts'
import classes from './work-ledger-shares.module.css'

const labels = texts.ledger

/** What the money went to, and whose time: two questions of every month. */
export function Shares({ filters }: { filters: LedgerFilters }) {
  return (
    <div className={classes.shares}>
      <Share
        title={labels.costByModel}
        query={{ ...filters, groupBy: 'modelName' }}
        measure="cost"
        say={formatCost}
        nameOf={(key) => key}
      />
      <Share
        title={labels.timeByActors}
        query={{ ...filters, groupBy: 'actors' }}
        measure="activeTime"
        say={formatDuration}
        nameOf={(key) => nameIn(labels.actors, key)}
      />
    </div>
  )
}

function Share({ title, query, measure, say, nameOf }: ShareProps) {
  const { queries } = useApi()
  const sums = useQuery({ ...queries.workLedger.summarise(query), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = sums
  if (error) return <Failure error={error} />
  if (!data) return <Loading />
  const bars = largest(
    data.groups.map((group) => ({ key: group.key, value: group[measure] })),
    data.total[measure],
  )
  const most = Math.max(...bars.map(({ value }) => value))
  return (
    <Outdated isOld={isPlaceholderData}>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      <dl className={classes.bars}>
        {bars.map(({ key, value }) => (
          <div key={key ?? ''}>
            <dt>{key === null ? labels.others : nameOf(key)}</dt>
            <dd>
              <span className={classes.bar} style={{ width: `${most === 0 ? 0 : (value / most) * 100}%` }} />
              {say(value)}
            </dd>
          </div>
        ))}
      </dl>
    </Outdated>
  )
}

/** The largest ones by themselves, and what is left of the total as one. */
function largest(all: { key: string; value: number }[], total: number): { key: string | null; value: number }[] {
  const shown = all.toSorted((one, other) => other.value - one.value).slice(0, mostBars)
  const rest = total - shown.reduce((sum, { value }) => sum + value, 0)
  return all.length > mostBars ? [...shown, { key: null, value: rest }] : shown
}

const mostBars = 6

interface ShareProps {
  title: string
  query: LedgerFilters & { groupBy: 'modelName' | 'actors' }
  measure: keyof Pick<WorkLedgerGroup, 'cost' | 'activeTime'>
  say: (value: number) => string
  nameOf: (key: string) => string
}
