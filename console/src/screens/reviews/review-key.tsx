import classes from './reviews.module.css'

/** What something is called, and the key that does it, where there is a keyboard. */
export function WithKey({ label, of: key }: { label: string; of: string }) {
  return (
    <span>
      {label} <span className={classes.key}>({key.toUpperCase()})</span>
    </span>
  )
}
