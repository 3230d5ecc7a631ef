import { SimpleGrid, Title } from '@mantine/core'
import type { WorkLedgerGroup } from '@instance-admin/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../api.ts'
import type { LedgerQuery } from '../../filters.ts'
import { BarList } from '../../parts/bar-list.tsx'
import { Failure } from '../../parts/failure.tsx'
import { nameIn } from '../../parts/keys-of.ts'
import { Loading } from '../../parts/loading.tsx'
import { Outdated } from '../../parts/outdated.tsx'
import { texts } from '../../texts.ts'
import { ledgerTexts } from '../../texts/ledger.ts'
import { AgentLink } from '../agents/agent-link.tsx'
import { formatCost, formatDuration } from './work-ledger-format.ts'

const labels = ledgerTexts

/** What the money went to, and whose time: two questions of every month. */
export function Shares({ filters }: { filters: LedgerQuery }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg">
      <Share title={labels.costByModel} query={{ ...filters, groupBy: 'modelName' }} nameOf={({ key }) => key} />
      <Share
        title={labels.timeByActors}
        query={{ ...filters, groupBy: 'actors' }}
        measure="activeTime"
        nameOf={({ key }) => nameIn(texts.ledger.actors, key)}
      />
      <Share
        title={labels.costByAgent}
        query={{ ...filters, groupBy: 'agent' }}
        nameOf={({ key, name }) => <AgentLink id={key} name={name} />}
        sayRest={labels.noAgent}
      />
      <Share
        title={labels.costByAiModel}
        query={{ ...filters, groupBy: 'aiModel' }}
        nameOf={({ key }) => key}
        sayRest={labels.noAiModel}
      />
    </SimpleGrid>
  )
}

function Share({ title, query, measure = 'cost', nameOf, sayRest }: ShareProps) {
  const say = measure === 'cost' ? (cost: number) => formatCost(cost) : formatDuration
  const { queries } = useApi()
  const sums = useQuery({ ...queries.workLedger.summarise(query), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = sums
  if (error) return <Failure error={error} />
  if (!data) return <Loading />
  const shown = data.groups.toSorted((one, other) => other[measure] - one[measure]).slice(0, mostBars)
  const unnamed = data.rest?.[measure] ?? 0
  const others = shown.reduce((left, group) => left - group[measure], data.total[measure] - unnamed)
  return (
    <Outdated isOld={isPlaceholderData}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <BarList
        bars={shown.map((group) => {
          const value = group[measure]
          return { key: group.key, name: nameOf(group), value, text: say(value) }
        })}
        rest={[
          ...(data.groups.length > mostBars ? [labels.others(say(others))] : []),
          ...(sayRest && (unnamed > 0 || shown.length === 0) ? [sayRest(say(unnamed))] : []),
        ]}
      />
    </Outdated>
  )
}

/** The largest ones have a bar each; what is left of the total is told below. */
const mostBars = 6

interface ShareProps {
  title: string
  query: LedgerQuery & { groupBy: 'modelName' | 'actors' | 'agent' | 'aiModel' }
  measure?: keyof Pick<WorkLedgerGroup, 'cost' | 'activeTime'>
  nameOf: (group: WorkLedgerGroup) => ReactNode
  /** Tells what is in no group; undefined where all is in one. */
  sayRest?: (value: string) => string
}
