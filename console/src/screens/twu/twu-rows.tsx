import { Button, Input, Stack } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { texts } from '../../texts.ts'
import type { DraftPart, DraftValues } from './twu-draft-values.ts'
import { Row } from './twu-row.tsx'
import classes from './twu-rows.module.css'

const labels = texts.models

/**
 * The rows of a list that can be added, moved and removed, and what is wrong with the list as a whole. After an addition somebody
 * types in the new row; after a move the focus goes with the row; after a removal it goes to "Add", since the row that had it is
 * gone. Rows that can be summed up are closed, but for those that are new, that are wrong, or that the address names.
 */
export function Rows({ form, list, path = list, rows, blank, fault, summaryOf, countFaults, children }: RowsProps) {
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
      form.reorderListItem(path, { from, to })
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
            form.removeListItem(path, at)
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
          form.insertListItem(path, blank)
        }}
      >
        {labels.add(labels.kinds[list])}
      </Button>
    </Stack>
  )
}

/** The rows of one of the lists of a draft, each with a summary. */
export function DraftRows<List extends DraftList>({ part, list, blank, summaryOf, children }: DraftRowsProps<List>) {
  const { form, propsOf, countFaults } = part
  const rows = form.values[list]
  return (
    <Rows
      form={form}
      list={list}
      rows={rows}
      blank={blank}
      fault={propsOf(list).error}
      summaryOf={(at) => summaryOf(rows[at] ?? blank)}
      countFaults={countFaults}
    >
      {(at, isNew) => children((field) => propsOf(`${list}.${at}.${field}`), isNew, at)}
    </Rows>
  )
}

interface RowsProps {
  form: {
    insertListItem: (path: string, row: object) => void
    removeListItem: (path: string, at: number) => void
    reorderListItem: (path: string, places: { from: number; to: number }) => void
  }
  list: keyof typeof labels.kinds
  /** Where the form has the list, if that is not its name. */
  path?: string
  rows: readonly { name: string }[]
  /** What is added: a row without anything, or with what most have. */
  blank: object
  fault: ReactNode
  /** What is in a row, in a line; left out for rows that are always open. */
  summaryOf?: (at: number) => string
  /** How much is wrong in what has this path. */
  countFaults?: (path: string) => number
  /** The fields of a row, and whether it was just added: then its first field takes the focus. */
  children: (at: number, isNew: boolean) => ReactNode
}

type DraftList = 'entities' | 'actions' | 'events' | 'outcomes' | 'policies'

interface DraftRowsProps<List extends DraftList> {
  part: DraftPart
  list: List
  blank: DraftValues[List][number]
  summaryOf: (row: DraftValues[List][number]) => string
  /** The fields of a row, with what each needs of the form. */
  children: (propsOf: (field: string) => ReturnType<DraftPart['propsOf']>, isNew: boolean, at: number) => ReactNode
}
