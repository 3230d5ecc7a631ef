import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { TextLink } from '../parts/link.tsx'
import { Time } from '../parts/time.tsx'
import { texts } from '../texts.ts'
import { ChangeSentence } from './change-sentence.tsx'
import { OverviewCard } from './overview-card.tsx'

const labels = texts.overview

/** What somebody has changed last. */
export function LastChanges() {
  const { instance, queries } = useApi()
  const query = useQuery(queries.changes.list({ size: 6 }))
  return (
    <OverviewCard
      title={labels.changes}
      query={query}
      link={
        <TextLink size="sm" to="/$instance/changes" params={{ instance }}>
          {labels.allChanges}
        </TextLink>
      }
    >
      {({ items }) => (
        <Stack gap="sm">
          {items.length === 0 && <Text c="dimmed">{texts.changes.empty}</Text>}
          {items.map((change) => (
            <Group key={change.sequence} gap="0 10px" justify="space-between">
              <Text size="sm" component="span">
                <ChangeSentence change={change} underline="always" />
              </Text>
              <Text size="sm" c="dimmed" component="span">
                <Time at={change.at} />
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </OverviewCard>
  )
}
