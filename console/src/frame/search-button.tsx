import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../parts/online.ts'
import { Sign, signs } from '../parts/signs.tsx'
import { texts } from '../texts.ts'
import classes from './search-button.module.css'

/** Its code comes when somebody searches. */
const Search = lazyPart(() => import('./search.tsx'), 'Search')

/** Opens the search over everything; so do Ctrl+K, and a slash where nobody types. */
export function SearchButton() {
  const [isOpen, search] = useDisclosure()
  const [isLoaded, setLoaded] = useState(false)
  const open = () => {
    setLoaded(true)
    search.open()
  }
  useEffect(() => {
    function look(event: KeyboardEvent) {
      if (!asksForSearch(event) || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', look)
    return () => document.removeEventListener('keydown', look)
  })
  return (
    <>
      <UnstyledButton className={classes.search} onClick={open} aria-keyshortcuts={keys}>
        <Sign of={signs.search} />
        <span className={classes.word}>{texts.search.open}</span>
        <span className={classes.key} data-key={isApple ? '⌘ K' : texts.search.key} aria-hidden />
      </UnstyledButton>
      <Suspense>{isLoaded && <Search isOpen={isOpen} close={search.close} />}</Suspense>
    </>
  )
}

/** On some keyboards the slash needs the shift key. */
function asksForSearch({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k') return (isApple ? metaKey : ctrlKey) && !altKey
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]')
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping
}

const isApple = /^(Mac|iP)/.test(navigator.platform)
const keys = `${isApple ? 'Meta' : 'Control'}+K /`
