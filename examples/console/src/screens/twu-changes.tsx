import { Stack, Table, Text, Title } from '@mantine/core'
import type { TwuModelVersion } from '@instance-admin/sdk'
import { texts } from '../texts.ts'
import { compareVersions, type Change } from './twu-compare.ts'

const labels = texts.models

/** What differs between two versions, list by list. */
export function Changes({ before, after }: { before: TwuModelVersion; after: TwuModelVersion }) {
  return compareVersions(before, after).map(({ title, changes }) => (
    <Stack key={title} component="section" gap="xs">
      <Title order={2} size="h3">
        {title}
      </Title>
      {changes.length === 0 && <Text c="dimmed">{labels.same}</Text>}
      {changes.length > 0 && (
        <Table.ScrollContainer minWidth={600}>
          <Table aria-label={title} layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{labels.name}</Table.Th>
                <Table.Th>{labels.change}</Table.Th>
                <Table.Th>{labels.numbered(before.version)}</Table.Th>
                <Table.Th>{labels.numbered(after.version)}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map((change) => (
                <ChangeRow key={change.name} change={change} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  ))
}

function ChangeRow({ change: { name, kind, before, after } }: { change: Change }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td>{labels.changes[kind]}</Table.Td>
      <Table.Td>
        <Facts facts={before} />
      </Table.Td>
      <Table.Td>
        <Facts facts={after} />
      </Table.Td>
    </Table.Tr>
  )
}

function Facts({ facts }: { facts: string[] }) {
  if (facts.length === 0) return texts.none
  return facts.map((fact) => (
    <Text key={fact} size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {fact}
    </Text>
  ))
}
