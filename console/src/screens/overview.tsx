import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { Screen } from '../parts/screen.tsx'
import { Status } from '../parts/status.tsx'
import { texts } from '../texts.ts'
import { Agents } from './overview-agents.tsx'
import { BadIntegrations, OpenDrafts, OpenReviews } from './overview-attention.tsx'
import { LastChanges } from './overview-changes.tsx'
import { LastDays } from './overview-days.tsx'

const labels = texts.overview

/** What needs attention, what the work cost, and what changed last, as far as the caller's roles open it. */
export function Overview() {
  const { me, instance, instances, may } = useApi()
  const known = useQuery(instances).data?.items.find(({ id }) => id === instance)
  return (
    <Screen title={labels.title(known?.name ?? instance)}>
      <Group gap="xs">
        <Text component="span">{labels.person(me.user?.name ?? me.subject)}</Text>
        {me.roles.length === 0 ? labels.noRoles : me.roles.map((role) => <Status key={role} value={role} />)}
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {may('integrations.list') && <BadIntegrations />}
        <Stack>
          {may('twuModels.list') && <OpenDrafts />}
          {may('workLedger.review') && <OpenReviews />}
        </Stack>
      </SimpleGrid>
      {may('workLedger.summarise') && <LastDays />}
      {may('workLedger.summarise') && <Agents />}
      {may('changes.list') && <LastChanges />}
    </Screen>
  )
}
