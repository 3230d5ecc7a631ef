import type { Change } from '@instance-admin/sdk'
import { Table, Text } from '@mantine/core'
import { texts } from '../texts.ts'
import classes from './stacked.module.css'

const labels = texts.changes

/** What a change made of each value. */
export function Differences({ difference }: Pick<Change, 'difference'>) {
  if (difference.length === 0) return <Text size="sm">{labels.nothingShown}</Text>
  return (
    <Table layout="fixed" role="table" className={classes.stacked} style={{ overflowWrap: 'anywhere' }}>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          <Table.Th role="columnheader">{labels.field}</Table.Th>
          <Table.Th role="columnheader">{labels.before}</Table.Th>
          <Table.Th role="columnheader">{labels.after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {difference.map(({ pointer, before, after, isSecret }) => (
          <Table.Tr role="row" key={pointer}>
            <Table.Th role="rowheader">{readPointer(pointer).join(' / ')}</Table.Th>
            <Table.Td role="cell" data-label={labels.before}>
              {isSecret ? labels.secret : <Value value={before} />}
            </Table.Td>
            <Table.Td role="cell" data-label={labels.after}>
              {isSecret ? labels.secret : <Value value={after} />}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Value({ value }: { value: unknown }) {
  if (value === undefined || value === null || value === '') return texts.none
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (Array.isArray(value) && value.length === 0) return texts.none
  const text = typeof value === 'string' ? value : isTexts(value) ? value.join('\n') : JSON.stringify(value, null, 1)
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  )
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** The names on the way to a value. Source: RFC 6901. */
export function readPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}
