import { ActionIcon, Button, Group, Input, Stack, Text } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { texts } from '../../texts.ts'
import classes from './twu-rows.module.css'

const labels = texts.models

/**
 * The rows of a list that can be added, moved and removed, and what is wrong with the list as a whole. After an addition somebody
 * types in the new row; after a move the focus goes with the row; after a removal it goes to "Add", since the row that had it is
 * gone.
 */
export function Rows({ list, rows, fault, add, remove, move, children }: RowsProps) {
  const [added, setAdded] = useState<number | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const kind = labels.kinds[list]

  function moveTo(from: number, to: number) {
    flushSync(() => move(from, to))
    const row = place.current?.querySelector(`:scope > [data-at="${to}"]`)
    const buttons = [...(row?.querySelectorAll<HTMLElement>('[data-move]:not(:disabled)') ?? [])]
    const [first] = buttons.sort((one) => (one.dataset['move'] === (to < from ? 'up' : 'down') ? -1 : 1))
    first?.focus()
  }

  return (
    <Stack gap="sm" ref={place}>
      {fault && <Input.Error role="alert">{fault}</Input.Error>}
      {rows.map(({ name }, at) => {
        const called = name || String(at + 1)
        return (
          <div
            key={at}
            role="group"
            aria-label={labels.row(labels.rows[list], at + 1)}
            id={nested.has(list) ? undefined : `${list}-${at}`}
            data-at={at}
            data-is-line={list === 'attributes'}
            className={classes.row}
          >
            <Group className={classes.head} gap={4} wrap="nowrap">
              <Text className={classes.title} size="sm" fw={600} c="dimmed" aria-hidden>
                {labels.row(labels.rows[list], at + 1)}
              </Text>
              {rows.length > 1 && (
                <>
                  <Move
                    direction="up"
                    label={labels.moveUp(kind, called)}
                    to={at - 1}
                    of={rows}
                    go={(to) => moveTo(at, to)}
                  />
                  <Move
                    direction="down"
                    label={labels.moveDown(kind, called)}
                    to={at + 1}
                    of={rows}
                    go={(to) => moveTo(at, to)}
                  />
                </>
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={labels.remove(kind, called)}
                onClick={() => {
                  remove(at)
                  addButton.current?.focus()
                }}
              >
                <Sign path="M4 4l8 8M12 4l-8 8" />
              </ActionIcon>
            </Group>
            <div className={classes.fields}>{children(at, at === added)}</div>
          </div>
        )
      })}
      <Button
        ref={addButton}
        className={classes.button}
        variant="default"
        size="xs"
        onClick={() => {
          setAdded(rows.length)
          add()
        }}
      >
        {labels.add(kind)}
      </Button>
    </Stack>
  )
}

/** Rows that stand in a row of another list. */
const nested: ReadonlySet<keyof typeof labels.kinds> = new Set(['attributes', 'operations'])

function Move({ direction, label, to, of, go }: MoveProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      data-move={direction}
      disabled={to < 0 || to >= of.length}
      onClick={() => go(to)}
    >
      <Sign path={direction === 'up' ? 'M8 13V3M3.5 7.5 8 3l4.5 4.5' : 'M8 3v10M3.5 8.5 8 13l4.5-4.5'} />
    </ActionIcon>
  )
}

function Sign({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" aria-hidden>
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

interface MoveProps {
  direction: 'up' | 'down'
  label: string
  to: number
  of: readonly unknown[]
  go: (to: number) => void
}

interface RowsProps {
  list: keyof typeof labels.kinds
  rows: readonly { name: string }[]
  fault: ReactNode
  add: () => void
  remove: (at: number) => void
  move: (from: number, to: number) => void
  /** The fields of a row, and whether it was just added: then its first field takes the focus. */
  children: (at: number, isNew: boolean) => ReactNode
}
