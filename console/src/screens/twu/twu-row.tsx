import { ActionIcon, Group, Text } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { Sign } from '../../parts/signs.tsx'
import { texts } from '../../texts.ts'
import classes from './twu-rows.module.css'
import { Toggle } from './twu-section.tsx'

const labels = texts.models

/** A row of a list, with the buttons that move and remove it. One that has a summary can be closed. */
export function Row({ list, at, of, summary, isOpen, setOpen, moveTo, remove, children }: RowProps) {
  const kind = labels.kinds[list]
  const title = labels.row(labels.rows[list], at + 1)
  const name = of[at]?.name ?? ''
  const called = name || String(at + 1)
  const content = useId()
  return (
    <div
      role="group"
      aria-label={title}
      id={summary === undefined ? undefined : `${list}-${at}`}
      data-at={at}
      data-is-line={list === 'attributes'}
      className={classes.row}
    >
      <Group className={classes.head} gap={4} wrap="nowrap">
        {summary === undefined ? (
          <Text className={classes.title} size="sm" fw={600} c="dimmed" aria-hidden>
            {title}
          </Text>
        ) : (
          <div className={classes.title}>
            <Toggle isOpen={isOpen} controls={content} onClick={() => setOpen(!isOpen)}>
              <span className={classes.name}>{name || title}</span>
              {!isOpen && <span className={classes.summary}>{summary}</span>}
            </Toggle>
          </div>
        )}
        {of.length > 1 && (
          <>
            <Move direction="up" label={labels.moveUp(kind, called)} to={at - 1} of={of} go={moveTo} />
            <Move direction="down" label={labels.moveDown(kind, called)} to={at + 1} of={of} go={moveTo} />
          </>
        )}
        <ActionIcon variant="subtle" color="gray" aria-label={labels.remove(kind, called)} onClick={remove}>
          <Sign of={<path d="M4 4l8 8M12 4l-8 8" />} />
        </ActionIcon>
      </Group>
      {/* What was opened for a fault stays open while somebody mends it. */}
      <div id={content} className={classes.fields} hidden={!isOpen} onFocus={() => setOpen(true)}>
        {isOpen && children}
      </div>
    </div>
  )
}

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
      <Sign of={<path d={direction === 'up' ? 'M8 13V3M3.5 7.5 8 3l4.5 4.5' : 'M8 3v10M3.5 8.5 8 13l4.5-4.5'} />} />
    </ActionIcon>
  )
}

interface MoveProps {
  direction: 'up' | 'down'
  label: string
  to: number
  of: readonly unknown[]
  go: (to: number) => void
}

interface RowProps {
  list: keyof typeof labels.kinds
  at: number
  /** All rows of the list. */
  of: readonly { name: string }[]
  /** What is in the row, in a line. */
  summary: string | undefined
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  moveTo: (to: number) => void
  remove: () => void
  children: ReactNode
}
