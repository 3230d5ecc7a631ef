import { Stack, Title, UnstyledButton } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useState, type ReactNode } from 'react'
import classes from './twu-section.module.css'

/**
 * A part of a model, which can be closed. An address that leads to it, or to a row of it, opens it, and so does what is wrong in it:
 * a fault that nobody sees is not mended.
 */
export function Section({ id, title, count, hasFault = false, children }: SectionProps) {
  const { hash } = useLocation()
  const isTarget = hash === id || hash.startsWith(`${id}-`)
  const [isOpen, setOpen] = useState(true)
  const [shownHash, setShownHash] = useState(hash)
  if (hash !== shownHash) {
    setShownHash(hash)
    if (isTarget) setOpen(true)
  }
  const isShown = isOpen || hasFault
  const content = useId()
  useEffect(() => {
    if (isTarget) document.getElementById(hash)?.scrollIntoView()
  }, [isTarget, hash])
  return (
    <Stack role="group" aria-label={title} id={id} data-part>
      <Title order={2} size="h3">
        <Toggle isOpen={isShown} controls={content} onClick={() => setOpen(!isShown)}>
          {title}
          {count !== undefined && <span className={classes.count}>{count}</span>}
        </Toggle>
      </Title>
      <div id={content} hidden={!isShown}>
        {children}
      </div>
    </Stack>
  )
}

/** Opens and closes what has the id `controls`. */
export function Toggle({ isOpen, controls, onClick, children }: ToggleProps) {
  return (
    <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={controls} onClick={onClick}>
      <svg viewBox="0 0 16 16" width="0.8em" height="0.8em" aria-hidden className={classes.arrow}>
        <path d="M5 2.5 10.5 8 5 13.5" fill="none" stroke="currentColor" strokeWidth={2} />
      </svg>
      {children}
    </UnstyledButton>
  )
}

interface ToggleProps {
  isOpen: boolean
  controls: string
  onClick: () => void
  children: ReactNode
}

interface SectionProps {
  /** Its place in the address. */
  id: string
  title: string
  /** How many rows it has. */
  count?: number
  hasFault?: boolean
  children: ReactNode
}
