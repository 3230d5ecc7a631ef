import { Button, Fieldset, Input, Stack, Title } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { texts } from '../texts.ts'
import classes from './twu-rows.module.css'

const labels = texts.models

/**
 * The rows of a list that can be added and removed, under a heading and what is wrong with the list as a whole. After an
 * addition somebody types in the new row; after a removal the focus goes to "Add", since the row that had it is gone.
 */
export function Rows({ list, order = 2, rows, fault, add, remove, children }: RowsProps) {
  const [added, setAdded] = useState<number | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const kind = labels.kinds[list]
  return (
    <Stack role="group" aria-label={labels[list]} id={order === 2 ? list : undefined} className={classes.place}>
      <Title order={order} size={order === 2 ? 'h3' : 'h5'}>
        {labels[list]}
      </Title>
      {fault && <Input.Error role="alert">{fault}</Input.Error>}
      {rows.map(({ name }, at) => (
        <Fieldset
          key={at}
          legend={labels.row(labels.rows[list], at + 1)}
          id={order === 2 ? `${list}-${at}` : undefined}
          className={classes.place}
        >
          <Stack>
            {children(at, at === added)}
            <Button
              className={classes.button}
              variant="default"
              size="xs"
              onClick={() => {
                remove(at)
                addButton.current?.focus()
              }}
            >
              {labels.remove(kind, name || String(at + 1))}
            </Button>
          </Stack>
        </Fieldset>
      ))}
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

interface RowsProps {
  list: keyof typeof labels.kinds
  /** The level of the heading. Links lead to what is of level 2. */
  order?: 2 | 3
  rows: readonly { name: string }[]
  fault: ReactNode
  add: () => void
  remove: (at: number) => void
  /** The fields of a row, and whether it was just added: then its first field takes the focus. */
  children: (at: number, isNew: boolean) => ReactNode
}
