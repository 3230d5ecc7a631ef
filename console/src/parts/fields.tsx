import type { ReactNode } from 'react'
import classes from './fields.module.css'

/** The fields of a form: side by side where there is room. What needs the whole width has the class `wide`. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={classes.fields}>{children}</div>
}

export const wide = classes['wide'] ?? ''
