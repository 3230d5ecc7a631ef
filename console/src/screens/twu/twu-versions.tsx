import { Group, Text, Title } from '@mantine/core'
import { useApi } from '../../api.ts'
import { ButtonLink, TextLink } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { Status } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useList } from '../../parts/use-list.ts'
import { texts } from '../../texts.ts'
import { ArchiveVersion } from './twu-archive.tsx'

const labels = texts.models

/** The versions of a model, the newest first. */
export function Versions({ modelId }: { modelId: string }) {
  const { instance, queries, may } = useApi()
  const list = useList(queries.twuModels.versions.listInfinite(modelId))
  const versions = list.data?.pages[0]?.items ?? []
  const [newest, previous] = versions
  const current = versions.find(({ status }) => status === 'published')
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          {labels.versions}
        </Title>
        {newest && previous && (
          <ButtonLink
            to="/$instance/twu-models/$modelId/compare"
            params={{ instance, modelId }}
            search={{ from: previous.version, to: newest.version }}
            variant="default"
            size="xs"
          >
            {labels.compare}
          </ButtonLink>
        )}
      </Group>
      <List
        label={labels.versions}
        list={list}
        empty={labels.empty}
        idOf={({ version }) => String(version)}
        columns={[
          {
            header: labels.version,
            cell: ({ version }) => (
              <TextLink
                to="/$instance/twu-models/$modelId/draft/$version"
                params={{ instance, modelId, version: String(version) }}
              >
                {labels.numbered(version)}
              </TextLink>
            ),
          },
          { header: labels.name, cell: ({ name }) => name },
          {
            header: labels.status,
            cell: ({ version, status }) => (
              <>
                <Status value={status} />
                {version === current?.version && (
                  <Text span size="sm" c="dimmed">
                    {' '}
                    {labels.current}
                  </Text>
                )}
              </>
            ),
          },
          { header: labels.publishedAt, cell: ({ publishedAt }) => <Time at={publishedAt} /> },
          { header: labels.updatedAt, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
          {
            header: labels.archive,
            width: '8rem',
            isAction: true,
            cell: (version) =>
              version.status !== 'archived' &&
              may('twuModels.versions.archive') && <ArchiveVersion version={version} />,
          },
        ]}
      />
    </>
  )
}
