import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Children, type ReactNode } from 'react'
import { texts } from '../texts.ts'
import classes from './filter-bar.module.css'
import { Sign, signs } from './signs.tsx'

/** What narrows a list, above it. On a phone only the first of it is seen, until somebody asks for the others. */
export function FilterBar({ set = 0, children }: FilterBarProps) {
  const [isOpen, others] = useDisclosure()
  const [first, ...rest] = Children.toArray(children)
  return (
    <div className={classes.bar}>
      {first}
      <Button
        variant="default"
        className={classes.toggle}
        aria-expanded={isOpen}
        onClick={others.toggle}
        leftSection={<Sign of={signs.filters} />}
      >
        {texts.list.filters(set)}
      </Button>
      <div className={classes.rest} data-open={isOpen}>
        {rest}
      </div>
    </div>
  )
}

/** Filters of which two belong together, such as from and to. */
export function FilterPairs({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>
}

interface FilterBarProps {
  /** How many filters are set. */
  set?: number
  children: ReactNode
}
