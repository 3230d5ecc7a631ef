import type { ReactNode } from 'react'
import { useState } from 'react'
import classes from './disclosure.module.css'

/** What is shown only to whoever wants to see it. */
export function Disclosure({ label, isOpenAtFirst = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>{label}</summary>
      {isOpen && children}
    </details>
  )
}

interface DisclosureProps {
  label: string
  isOpenAtFirst?: boolean
  children: ReactNode
}
