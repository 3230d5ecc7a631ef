import { Button, Input, Stack } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { texts } from '../../texts.ts'
import { Row } from './twu-row.tsx'
import classes from './twu-rows.module.css'

const labels = texts.models

/**
 * The rows of a list that can be added, moved and removed, and what is wrong with the list as a whole. After an addition somebody
 * types in the new row; after a move the focus goes with the row; after a removal it goes to "Add", since the row that had it is
 * gone. Rows that can be summed up are closed, but for those that are new, that are wrong, or that the address names.
 */
export function Rows({ list, rows, fault, summaryOf, countFaults, add, remove, move, children }: RowsProps) {
  const { hash } = useLocation()
  const [added, setAdded] = useState<number | null>(null)
  /** By the places of the rows, as far as somebody opened or closed them. */
  const [open, setOpen] = useState<readonly (boolean | undefined)[]>([])
  const place = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)

  function isOpen(at: number): boolean {
    if (!summaryOf || (countFaults?.(`${list}.${at}`) ?? 0) > 0) return true
    return open[at] ?? hash === `${list}-${at}`
  }

  function moveTo(from: number, to: number) {
    flushSync(() => {
      move(from, to)
      setOpen(
        Array.from(rows, (_, at) => open[at])
          .with(from, open[to])
          .with(to, open[from]),
      )
    })
    const row = place.current?.querySelector(`:scope > [data-at="${to}"]`)
    const buttons = [...(row?.querySelectorAll<HTMLElement>('[data-move]:not(:disabled)') ?? [])]
    const [first] = buttons.sort((one) => (one.dataset['move'] === (to < from ? 'up' : 'down') ? -1 : 1))
    first?.focus()
  }

  return (
    <Stack gap="sm" ref={place}>
      {fault && <Input.Error role="alert">{fault}</Input.Error>}
      {rows.map((_, at) => (
        <Row
          key={at}
          list={list}
          at={at}
          of={rows}
          summary={summaryOf?.(at)}
          isOpen={isOpen(at)}
          setOpen={(value) => open[at] !== value && setOpen(Object.assign([...open], { [at]: value }))}
          moveTo={(to) => moveTo(at, to)}
          remove={() => {
            remove(at)
            setOpen(open.toSpliced(at, 1))
            addButton.current?.focus()
          }}
        >
          {children(at, at === added)}
        </Row>
      ))}
      <Button
        ref={addButton}
        className={classes.button}
        variant="default"
        size="xs"
        onClick={() => {
          setAdded(rows.length)
          setOpen(Object.assign([...open], { [rows.length]: true }))
          add()
        }}
      >
        {labels.add(labels.kinds[list])}
      </Button>
    </Stack>
  )
}

interface RowsProps {
  list: keyof typeof labels.kinds
  rows: readonly { name: string }[]
  fault: ReactNode
  /** What is in a row, in a line; left out for rows that are always open. */
  summaryOf?: (at: number) => string
  /** How much is wrong in what has this path. */
  countFaults?: (path: string) => number
  add: () => void
  remove: (at: number) => void
  move: (from: number, to: number) => void
  /** The fields of a row, and whether it was just added: then its first field takes the focus. */
  children: (at: number, isNew: boolean) => ReactNode
}
