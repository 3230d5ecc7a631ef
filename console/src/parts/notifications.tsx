import '@mantine/notifications/styles.css'
import { Notifications as Shown } from '@mantine/notifications'
import classes from './notifications.module.css'

/** Away from what ends a form, which is at the right, and on a phone above it. */
export function Notifications() {
  return <Shown position="bottom-left" className={classes['notifications'] ?? ''} />
}
