import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './fields.module.css'

/** The fields of a form under each other. Nothing can be typed where the caller's roles do not open the change. */
export function Fields({ isReadOnly = false, children }: { isReadOnly?: boolean; children: ReactNode }) {
  return (
    <fieldset className={classes.fields} disabled={isReadOnly}>
      <Stack>{children}</Stack>
    </fieldset>
  )
}
