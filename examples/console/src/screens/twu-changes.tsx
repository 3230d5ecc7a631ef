import { Stack, Table, Text, Title } from '@mantine/core'
import type { TwuComparison, TwuDefinitionChange } from '@instance-admin/sdk'
import { Differences } from '../parts/differences.tsx'
import type { Difference } from '../parts/restore.ts'
import { texts } from '../texts.ts'

const labels = texts.models
const lists = ['model', 'entities', 'actions', 'events', 'outcomes', 'policies', 'cases'] as const

/** The definitions that differ between two versions, list by list. */
export function Changes({ changes }: Pick<TwuComparison, 'changes'>) {
  if (changes.length === 0) return <Text>{labels.same}</Text>
  return lists.map((list) => (
    <ListChanges key={list} list={list} changes={changes.filter((one) => one.list === list)} />
  ))
}

function ListChanges({ list, changes }: { list: (typeof lists)[number]; changes: TwuDefinitionChange[] }) {
  if (changes.length === 0) return null
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h3">
        {labels[list]}
      </Title>
      <Table aria-label={labels[list]} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{labels.name}</Table.Th>
            <Table.Th>{labels.change}</Table.Th>
            <Table.Th>{texts.changes.what}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change, at) => (
            <ChangeRow key={at} change={change} />
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

function ChangeRow({ change }: { change: TwuDefinitionChange }) {
  const { name, kind, breaksReaders } = change
  return (
    <Table.Tr style={{ verticalAlign: 'top', overflowWrap: 'anywhere' }}>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td>
        {labels.changes[kind]}
        {breaksReaders && (
          <Text size="sm" c="var(--mantine-color-error)">
            {labels.breaksReaders}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Differences difference={differenceOf(change)} />
      </Table.Td>
    </Table.Tr>
  )
}

/** Of what was added or removed, every member. */
function differenceOf({ kind, before, after, difference }: TwuDefinitionChange): Difference[] {
  if (kind === 'changed') return difference
  const side = kind === 'added' ? 'after' : 'before'
  return Object.entries((kind === 'added' ? after : before) ?? {}).map(([name, value]: [string, unknown]) => {
    return { pointer: `/${name}`, [side]: value }
  })
}
