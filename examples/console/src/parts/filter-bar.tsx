import type { ReactNode } from 'react'
import classes from './filter-bar.module.css'

/** What narrows a list, above it. */
export function FilterBar({ arePairs, children }: FilterBarProps) {
  return (
    <div className={classes.bar} data-pairs={arePairs}>
      {children}
    </div>
  )
}

interface FilterBarProps {
  /** Two of them belong together, such as from and to. */
  arePairs?: boolean
  children: ReactNode
}
