import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

/** A table of numbers, each under the others of its kind. What is wider or higher than its place scrolls. */
export function NumberTable({ label, headers, rows, minWidth = 400, maxHeight }: NumberTableProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      maxHeight={maxHeight}
      // A region that scrolls must be within reach of the keyboard.
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
    >
      <Table aria-label={label} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {headers.map((header, at) => (
              <Table.Th key={header} ta={at === 0 ? 'start' : 'end'}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, numbers }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{name}</Table.Th>
              {numbers.map((number, at) => (
                <Table.Td key={headers[at + 1]} ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {number}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface NumberTableProps {
  label: string
  /** The first one is that of the names. */
  headers: readonly string[]
  rows: readonly { key: string; name: ReactNode; numbers: readonly ReactNode[] }[]
  minWidth?: number
  maxHeight?: number
}
