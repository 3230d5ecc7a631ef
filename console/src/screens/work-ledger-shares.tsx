import { Title } from '@mantine/core'
import type { WorkLedgerGroup } from '@instance-admin/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../api.ts'
import type { LedgerQuery } from '../filters.ts'
import { Failure } from '../parts/failure.tsx'
import { nameIn } from '../parts/keys-of.ts'
import { Loading } from '../parts/loading.tsx'
import { Outdated } from '../parts/outdated.tsx'
import { texts } from '../texts.ts'
import { workTexts } from '../texts/work.ts'
import { AgentLink } from './agent-link.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'
import classes from './work-ledger-shares.module.css'

const labels = texts.ledger

/** What the money went to, and whose time: two questions of every month. */
export function Shares({ filters }: { filters: LedgerQuery }) {
  return (
    <div className={classes.shares}>
      <Share
        title={labels.costByModel}
        query={{ ...filters, groupBy: 'modelName' }}
        measure="cost"
        say={formatCost}
        nameOf={({ key }) => key}
      />
      <Share
        title={labels.timeByActors}
        query={{ ...filters, groupBy: 'actors' }}
        measure="activeTime"
        say={formatDuration}
        nameOf={({ key }) => nameIn(labels.actors, key)}
      />
      <Share
        title={labels.costByAgent}
        query={{ ...filters, groupBy: 'agent' }}
        measure="cost"
        say={formatCost}
        nameOf={({ key, name }) => <AgentLink id={key} name={name} />}
        rest={labels.noAgent}
      />
      <Share
        title={labels.costByAiModel}
        query={{ ...filters, groupBy: 'aiModel' }}
        measure="cost"
        say={formatCost}
        nameOf={({ key }) => key}
        rest={workTexts.noAiModel}
      />
    </div>
  )
}

function Share({ title, query, measure, say, nameOf, rest }: ShareProps) {
  const { queries } = useApi()
  const sums = useQuery({ ...queries.workLedger.summarise(query), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = sums
  if (error) return <Failure error={error} />
  if (!data) return <Loading />
  const sorted = data.groups.toSorted((one, other) => other[measure] - one[measure])
  const shown = sorted
    .slice(0, mostBars)
    .map((group) => ({ key: group.key, name: nameOf(group), value: group[measure] }))
  const unnamed = data.rest?.[measure] ?? 0
  const others = shown.reduce((left, { value }) => left - value, data.total[measure] - unnamed)
  const bars = [
    ...shown,
    ...(sorted.length > mostBars ? [{ key: '/others', name: labels.others, value: others }] : []),
    ...(rest === undefined ? [] : [{ key: '/rest', name: rest, value: unnamed }]),
  ]
  const most = Math.max(...bars.map(({ value }) => value))
  return (
    <Outdated isOld={isPlaceholderData}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <dl className={classes.bars}>
        {bars.map(({ key, name, value }) => (
          <div key={key}>
            <dt>{name}</dt>
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

/** The largest ones have a bar each; what is left of the total is one. */
const mostBars = 6

interface ShareProps {
  title: string
  query: LedgerQuery & { groupBy: 'modelName' | 'actors' | 'agent' | 'aiModel' }
  measure: keyof Pick<WorkLedgerGroup, 'cost' | 'activeTime'>
  say: (value: number) => string
  nameOf: (group: WorkLedgerGroup) => ReactNode
  /** What that is called which is in no group; undefined where all is in one. */
  rest?: string
}
