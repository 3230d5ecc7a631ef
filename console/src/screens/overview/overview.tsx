import { SimpleGrid, Text } from '@mantine/core'
import { useApi } from '../../api.ts'
import { Screen } from '../../parts/screen.tsx'
import { texts } from '../../texts.ts'
import { DearAgents, FailingAgents } from './overview-agents.tsx'
import { BadIntegrations, LastChanges, OpenDrafts, OpenReviews } from './overview-attention.tsx'
import { LastDays } from './overview-days.tsx'

const labels = texts.overview

/** What the work cost, what needs attention, and what changed last, as far as the caller's roles open it. */
export function Overview() {
  const { me, may } = useApi()
  return (
    <Screen title={labels.menu}>
      {me.roles.length === 0 && <Text>{labels.noRoles}</Text>}
      {may('workLedger.summarise') && <LastDays />}
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        {may('workLedger.review') && <OpenReviews />}
        {may('workLedger.summarise') && <DearAgents />}
        {may('integrations.list') && <BadIntegrations />}
        {may('workLedger.summarise') && <FailingAgents />}
        {may('twuModels.list') && <OpenDrafts />}
        {may('changes.list') && <LastChanges />}
      </SimpleGrid>
    </Screen>
  )
}
