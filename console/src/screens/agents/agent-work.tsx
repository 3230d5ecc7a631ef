import { NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { AgentWork as Work } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { readAgain, useApi } from '../../api.ts'
import { beginOfDay, dayOf, timeZone } from '../../days.ts'
import { daysOf, workPeriods, type WorkPeriod } from '../../filters.ts'
import { Failure } from '../../parts/failure.tsx'
import { Loading } from '../../parts/loading.tsx'
import { withNetwork } from '../../parts/online.ts'
import { Outdated } from '../../parts/outdated.tsx'
import { Screen } from '../../parts/screen.tsx'
import { ledgerTexts } from '../../texts/ledger.ts'
import { workTexts } from '../../texts/work.ts'
import { AgentSides } from './agent-sides.tsx'
import { Figures } from './agent-work-figures.tsx'
import { AiModels } from './agent-work-models.tsx'
import { DrawnDays } from '../work-ledger/drawn-days.tsx'

const route = getRouteApi('/$instance/agents/$agentId/work')
const labels = workTexts

/** The library that draws comes when there is something to draw. */
const Charts = lazy(withNetwork(async () => ({ default: (await import('./agent-work-charts.tsx')).Charts })))

/** What an agent did in the last days, beside as many days before: how much, how well, and for which money. */
export function AgentWork() {
  const { agentId } = route.useParams()
  const { period = '30d' } = route.useSearch()
  const navigate = route.useNavigate()
  const { queries } = useApi()
  const days = daysOf(period)
  const range = { from: dayOf(beginOfDay(days - 1)), timeZone }
  const work = useQuery({
    ...queries.agents.work.get(agentId, range),
    // What another agent did is not shown under this one's name, not even for a moment.
    placeholderData: (before: Work | undefined) => (before?.id === agentId ? before : undefined),
    ...readAgain,
  })
  const retry = () => void work.refetch()
  if (work.isPending) return <Loading />
  if (!work.data) return <Failure error={work.error} retry={retry} backTo="/$instance/agents" />
  return (
    <Screen
      title={work.data.name ?? agentId}
      backTo="/$instance/agents"
      actions={
        <NativeSelect
          aria-label={ledgerTexts.period}
          value={period}
          data={workPeriods.map((value) => ({ value, label: ledgerTexts.periods[value] }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = workPeriods.find((known) => known === value && known !== '30d')
            void navigate({ search: { period: chosen }, replace: true })
          }}
        />
      }
    >
      {work.data.exists && <AgentSides agentId={agentId} />}
      {work.error && <Failure error={work.error} retry={retry} />}
      {!work.data.exists && <Text>{work.data.name === null ? labels.neverExisted : labels.deleted}</Text>}
      <Outdated isOld={work.isPlaceholderData}>
        <Shown work={work.data} period={period} days={days} />
      </Outdated>
    </Screen>
  )
}

function Shown({ work, period, days }: { work: Work; period: WorkPeriod; days: number }) {
  const groups = work.days.map(({ day, sums }) => ({ ...sums, key: day, count: sums.executions }))
  return (
    <Stack gap="lg">
      <Figures work={work} period={period} days={days} />
      {groups.length === 0 ? (
        <Text c="dimmed">{labels.nothing}</Text>
      ) : (
        <>
          <DrawnDays groups={groups} zone={work.timeZone}>
            <Charts work={work} />
          </DrawnDays>
          <section>
            <Title order={2} size="h4" mb="xs">
              {labels.aiModels}
            </Title>
            <AiModels work={work} period={period} />
          </section>
        </>
      )}
    </Stack>
  )
}
