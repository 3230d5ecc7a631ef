import { NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import type { AgentWork as Work } from '@instance-admin/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readAgain, useApi } from '../../api.ts'
import { beginOf, beginOfDay, dayOf, timeZone } from '../../days.ts'
import { daysOf, workPeriods, type LedgerFilters } from '../../filters.ts'
import { Failure } from '../../parts/failure.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Outdated } from '../../parts/outdated.tsx'
import { Screen } from '../../parts/screen.tsx'
import { ledgerTexts } from '../../texts/ledger.ts'
import { workTexts } from '../../texts/work.ts'
import { CostPerDay, DrawnDays, EntriesPerDay } from '../work-ledger/drawn-days.tsx'
import { Part } from '../work-ledger/work-ledger-computed.tsx'
import { AgentSides } from './agent-sides.tsx'
import { Figures } from './agent-work-figures.tsx'
import { AiModels } from './agent-work-models.tsx'

const route = getRouteApi('/$instance/agents/$agentId/work')
const labels = workTexts

/** What an agent did in the last days, beside as many days before: how much, how well, and for which money. */
export function AgentWork() {
  const { agentId } = route.useParams()
  const { period } = route.useSearch()
  const shown = period ?? '30d'
  const filters = { agentId, period }
  const navigate = route.useNavigate()
  const { queries } = useApi()
  const range = { from: dayOf(beginOfDay(daysOf(shown) - 1)), timeZone }
  const work = useQuery({
    ...queries.agents.work.get(agentId, range),
    // What another agent did is not shown under this one's name, not even for a moment.
    placeholderData: (before: Work | undefined) => (before?.id === agentId ? before : undefined),
    ...readAgain,
  })
  const retry = () => void work.refetch()
  if (work.isPending) return <Loading />
  if (!work.data) return <Failure error={work.error} retry={retry} backTo="/$instance/agents" />
  const { name, exists } = work.data
  return (
    <Screen
      title={name ?? agentId}
      backTo="/$instance/agents"
      actions={
        <NativeSelect
          aria-label={ledgerTexts.period}
          value={shown}
          data={workPeriods.map((value) => ({ value, label: ledgerTexts.periods[value] }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = workPeriods.find((known) => known === value && known !== '30d')
            void navigate({ search: { period: chosen }, replace: true })
          }}
        />
      }
    >
      {exists && <AgentSides agentId={agentId} />}
      {work.error && <Failure error={work.error} retry={retry} />}
      {!exists && <Text>{name === null ? labels.neverExisted : labels.deleted}</Text>}
      <Outdated isOld={work.isPlaceholderData}>
        <Stack gap="lg">
          <Figures work={work.data} days={daysOf(shown)} filters={filters} />
          {work.data.days.length === 0 ? (
            <Text c="dimmed">{labels.nothing}</Text>
          ) : (
            <Details work={work.data} filters={filters} />
          )}
        </Stack>
      </Outdated>
    </Screen>
  )
}

/** By day, and by AI model. */
function Details({ work: { id, from, timeZone, days, aiModels }, filters }: DetailsProps) {
  const groups = days.map(({ day, sums }) => ({ ...sums, key: day, count: sums.executions }))
  const createdFrom = beginOf(from)
  return (
    <>
      <DrawnDays groups={groups} zone={timeZone}>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <CostPerDay groups={groups} createdFrom={createdFrom} />
          <EntriesPerDay key={id} filters={{ agentId: id, createdFrom }} />
        </SimpleGrid>
      </DrawnDays>
      <Part title={labels.aiModels}>
        <AiModels aiModels={aiModels} filters={filters} />
      </Part>
    </>
  )
}

interface DetailsProps {
  work: Work
  filters: LedgerFilters
}
