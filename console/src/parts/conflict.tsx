import { Button, Group, Modal, Table, Text } from '@mantine/core'
import { texts } from '../texts.ts'
import { keysOf } from './keys-of.ts'

const labels = texts.conflict

/** Shows how what was typed differs from what somebody else has saved meanwhile, and asks which of them counts. */
export function Conflict<Field extends string>({ conflict, fields }: ConflictProps<Field>) {
  const { isOpen, close, mine, theirs, keepMine, takeTheirs } = conflict
  const differing = keysOf(mine).filter((field) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]))
  return (
    <Modal opened={isOpen} onClose={close} title={labels.title} size="lg">
      <Text size="sm">{labels.explanation}</Text>
      <Table my="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{labels.field}</Table.Th>
            <Table.Th>{labels.mine}</Table.Th>
            <Table.Th>{labels.theirs}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differing.map((field) => (
            <Table.Tr key={field}>
              <Table.Th>{fields[field]}</Table.Th>
              <Table.Td>{show(mine[field])}</Table.Td>
              <Table.Td>{show(theirs[field])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="end">
        <Button variant="default" onClick={close}>
          {labels.goOn}
        </Button>
        <Button variant="default" onClick={takeTheirs}>
          {labels.takeTheirs}
        </Button>
        <Button onClick={keepMine}>{labels.keepMine}</Button>
      </Group>
    </Modal>
  )
}

/** Of a list of things, their names are enough to see what it is about. */
function show(value: unknown): string {
  if (Array.isArray(value)) return value.map(show).join(', ')
  if (typeof value === 'object' && value !== null && 'name' in value) return show(value.name)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface ConflictProps<Field extends string> {
  conflict: {
    isOpen: boolean
    close: () => void
    mine: Readonly<Record<Field, unknown>>
    theirs: Readonly<Record<Field, unknown>>
    keepMine: () => void
    takeTheirs: () => void
  }
  /** The label of each field. */
  fields: Readonly<Record<NoInfer<Field>, string>>
}
