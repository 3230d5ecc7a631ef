import type { Change } from '@instance-admin/sdk'
import { Table, Text } from '@mantine/core'
import { texts } from '../texts.ts'
import { nameField, sayChoice } from './name-field.ts'
import classes from './stacked.module.css'
import { exactTime } from './time.tsx'

const labels = texts.changes

/** What a change made of each value of a resource. */
export function Differences({ type, difference, fields }: DifferencesProps) {
  if (difference.length === 0) return <Text size="sm">{labels.nothingShown}</Text>
  return (
    <div className={classes.frame}>
      <Table layout="fixed" role="table" className={classes.stacked} style={{ overflowWrap: 'anywhere' }}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            <Table.Th role="columnheader">{labels.field}</Table.Th>
            <Table.Th role="columnheader">{labels.before}</Table.Th>
            <Table.Th role="columnheader">{labels.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {difference.map(({ pointer, before, after, isSecret }) => {
            const path = readPointer(pointer)
            return (
              <Table.Tr role="row" key={pointer}>
                <Table.Th role="rowheader">{nameField(type, path, fields)}</Table.Th>
                <Table.Td role="cell" data-label={labels.before}>
                  {isSecret ? labels.secret : <Value path={path} value={before} />}
                </Table.Td>
                <Table.Td role="cell" data-label={labels.after}>
                  {isSecret ? labels.secret : <Value path={path} value={after} />}
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Value({ path, value }: { path: string[]; value: unknown }) {
  if (value === undefined || value === null || value === '') return texts.none
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'object' && Object.keys(value).length === 0) return texts.none
  const say = (text: string) => (isTime(text) ? exactTime(new Date(text)) : sayChoice(path, text))
  const text =
    typeof value === 'string' ? say(value) : isTexts(value) ? value.map(say).join('\n') : JSON.stringify(value, null, 1)
  return (
    <Text
      size="sm"
      ff={path.at(-1) === 'expression' ? 'monospace' : undefined}
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {text}
    </Text>
  )
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)
}

/** The names on the way to a value. Source: RFC 6901. */
export function readPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

interface DifferencesProps extends Pick<Change, 'difference'> {
  /** The type of the resource. */
  type: string
  /** What some values are called, by their path with dots. */
  fields?: Readonly<Record<string, string>> | undefined
}
