import type { Change } from '@instance-admin/sdk'
import { Table, Text } from '@mantine/core'
import { texts } from '../texts.ts'

const labels = texts.changes

/** What a change made of each value. */
export function Differences({ difference }: Pick<Change, 'difference'>) {
  if (difference.length === 0) return <Text size="sm">{labels.nothingShown}</Text>
  return (
    <Table layout="fixed" style={{ overflowWrap: 'anywhere' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{labels.field}</Table.Th>
          <Table.Th>{labels.before}</Table.Th>
          <Table.Th>{labels.after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {difference.map(({ pointer, before, after, isSecret }) => (
          <Table.Tr key={pointer}>
            <Table.Th>{readPointer(pointer).join(' / ')}</Table.Th>
            <Table.Td>{isSecret ? labels.secret : <Value value={before} />}</Table.Td>
            <Table.Td>{isSecret ? labels.secret : <Value value={after} />}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Value({ value }: { value: unknown }) {
  if (value === undefined || value === null || value === '') return texts.none
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  )
}

/** The names on the way to a value. Source: RFC 6901. */
export function readPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}
