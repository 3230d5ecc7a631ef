import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import classes from './facts.module.css'

/** What is known of something, for reading. What is undefined is left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([label, value]) =>
          value !== undefined && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value === '' || value === null ? texts.none : value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
