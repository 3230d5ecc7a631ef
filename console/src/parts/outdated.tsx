import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import classes from './outdated.module.css'

/** What was there before is dimmed, under a bar that moves, while what was asked for is on its way. */
export function Outdated({ isOld, children }: { isOld: boolean; children: ReactNode }) {
  return (
    <div className={classes.outdated} aria-busy={isOld}>
      {isOld && <Progress className={classes.bar} value={100} animated size="xs" aria-label={texts.loading} />}
      {children}
    </div>
  )
}
