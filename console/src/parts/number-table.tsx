import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './list.module.css'

/** A table of numbers, each under the others of its kind; cards take its place as that of a list. What is higher than its place scrolls. */
export function NumberTable({ label, headers, rows, maxHeight }: NumberTableProps) {
  return (
    // A region that scrolls must be within reach of the keyboard.
    <Box
      className={classes.frame}
      data-wide={headers.length > 4}
      mah={maxHeight}
      style={{ overflowY: 'auto', '--app-shell-header-height': 0 }}
      {...(maxHeight && { tabIndex: 0, role: 'region', 'aria-label': label })}
    >
      <table role="table" aria-label={label} className={classes.table} style={{ tableLayout: 'auto' }}>
        <thead role="rowgroup">
          <tr role="row">
            {headers.map((header, at) => (
              <th key={header} role="columnheader" data-number={at > 0 || undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ key, name, numbers }) => (
            <tr key={key} role="row">
              {[name, ...numbers].map((cell, at) => (
                <td
                  key={headers[at]}
                  role={at > 0 ? 'cell' : 'rowheader'}
                  data-label={headers[at]}
                  data-number={at > 0 || undefined}
                  data-long
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}

interface NumberTableProps {
  label: string
  /** The first one is that of the names. */
  headers: readonly string[]
  rows: readonly { key: string; name: ReactNode; numbers: readonly ReactNode[] }[]
  maxHeight?: number
}
