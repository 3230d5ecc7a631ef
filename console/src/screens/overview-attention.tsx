import { Group, Stack, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { readAgain, useApi } from '../api.ts'
import { readFailing, readOpenReviews, shown } from '../attention.ts'
import { TextLink } from '../parts/link.tsx'
import { Status } from '../parts/status.tsx'
import { texts } from '../texts.ts'
import { OverviewCard, OverviewRows } from './overview-card.tsx'

const labels = texts.overview

/** Integrations that do not work, and why; and how many there are beside them. */
export function BadIntegrations() {
  const { instance, queries } = useApi()
  const query = useQuery(readFailing(queries))
  return (
    <OverviewCard
      title={labels.integrations}
      query={query}
      link={
        <TextLink size="sm" to="/$instance/integrations" params={{ instance }} search={{ status: 'error' }}>
          {labels.all(query.data?.page.totalElements ?? 0)}
        </TextLink>
      }
    >
      {({ items }) => (
        <Stack gap="sm">
          {items.map(({ id, name, status, lastTest }) => (
            <div key={id}>
              <Group gap="4px 10px" justify="space-between">
                <TextLink to="/$instance/integrations/$integrationId" params={{ instance, integrationId: id }}>
                  {name}
                </TextLink>
                <Status value={lastTest?.outcome ?? status} />
              </Group>
              {lastTest && (
                <Text size="sm" mt={4} lineClamp={4}>
                  {lastTest.message}
                </Text>
              )}
            </div>
          ))}
          <OtherIntegrations failing={items.length} />
        </Stack>
      )}
    </OverviewCard>
  )
}

/** Nothing is said before all states are counted. */
function OtherIntegrations({ failing }: { failing: number }) {
  const { queries } = useApi()
  const counts = useQueries({
    queries: others.map((status) => queries.integrations.list({ status, size: 1 })),
    combine: (found) => found.flatMap(({ data }) => data?.page.totalElements ?? []),
  })
  const [active, inactive, connecting] = counts
  if (active === undefined || inactive === undefined || connecting === undefined) return null
  return <Text c="dimmed">{labels.integrationsBeside(failing, { active, inactive, connecting })}</Text>
}

const others = ['active', 'inactive', 'connecting'] as const

/** Models with a draft, published or not. */
export function OpenDrafts() {
  const { instance, queries } = useApi()
  const query = useQuery(queries.twuModels.list({ hasDraft: true, size: shown, sort: 'updatedAt,desc' }))
  return (
    <OverviewCard
      title={labels.drafts}
      query={query}
      link={
        <TextLink size="sm" to="/$instance/twu-models" params={{ instance }} search={{ hasDraft: true }}>
          {labels.all(query.data?.page.totalElements ?? 0)}
        </TextLink>
      }
    >
      {({ items }) => (
        <OverviewRows
          empty={labels.noDrafts}
          rows={items.map(({ modelId, name, version, draftVersion, updatedAt }) => ({
            key: modelId,
            name: (
              <TextLink
                to="/$instance/twu-models/$modelId/draft/$version"
                params={{ instance, modelId, version: String(draftVersion ?? version) }}
              >
                {name}
              </TextLink>
            ),
            at: updatedAt,
          }))}
        />
      )}
    </OverviewCard>
  )
}

/** Work that somebody has to look at before it counts as compliant. */
export function OpenReviews() {
  const { instance, queries } = useApi()
  const query = useQuery({ ...readOpenReviews(queries), ...readAgain })
  return (
    <OverviewCard
      title={labels.reviews}
      query={query}
      link={
        <TextLink size="sm" to="/$instance/reviews" params={{ instance }}>
          {labels.all(query.data?.page.totalElements ?? 0)}
        </TextLink>
      }
    >
      {({ items }) => (
        <OverviewRows
          empty={labels.noReviews}
          rows={items.map(({ id, title, createdAt }) => ({
            key: id,
            name: (
              <TextLink to="/$instance/reviews" params={{ instance }} search={{ entry: id }}>
                {title}
              </TextLink>
            ),
            at: createdAt,
          }))}
        />
      )}
    </OverviewCard>
  )
}
