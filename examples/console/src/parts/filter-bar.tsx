import type { ReactNode } from 'react'
import classes from './filter-bar.module.css'

/** What narrows a list, above it. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>
}
