import { Table } from '@mantine/core'
import type { WorkLedgerSummary } from '@instance-admin/sdk'
import { language, texts } from '../texts.ts'
import { formatCost, formatDuration } from './work-ledger-format.ts'

const labels = texts.ledger

/** The numbers of each day that has entries, the newest first. */
export function Days({ groups }: Pick<WorkLedgerSummary, 'groups'>) {
  return (
    <Table.ScrollContainer
      minWidth={400}
      maxHeight={300}
      // A region that scrolls must be within reach of the keyboard.
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': labels.days } }}
    >
      <Table aria-label={labels.days} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{labels.day}</Table.Th>
            <Table.Th ta="end">{labels.count}</Table.Th>
            <Table.Th ta="end">{labels.cost}</Table.Th>
            <Table.Th ta="end">{labels.activeTime}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.toReversed().map(({ key, count, cost, activeTime }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{key}</Table.Th>
              <Table.Td ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {count.toLocaleString(language)}
              </Table.Td>
              <Table.Td ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatCost(cost)}
              </Table.Td>
              <Table.Td ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatDuration(activeTime)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
