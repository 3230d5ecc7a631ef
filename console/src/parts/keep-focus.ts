import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * The focus never falls to the body, where a keyboard would begin at the top of the page and a screen reader fall silent:
 * after a navigation it goes to the heading of what is shown, and so it does when the element that had it is gone.
 */
export function useKeptFocus(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  useEffect(() => {
    let focused: HTMLElement[] = []
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) focused = [target, ...focused.slice(0, 20)]
    }
    const look = () => {
      const isAtMain = document.activeElement === main.current
      const isLost = document.activeElement === document.body && focused[0] !== undefined && isGone(focused[0])
      // From a dialog the focus goes back to where it came from.
      const before = isLost && focused[0]?.closest('[role="dialog"]') ? focused.find((one) => !isGone(one)) : undefined
      // The heading of a screen comes when its data is there.
      if (before) before.focus()
      else if (isAtMain || isLost) focusHeading()
      if (isLost && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
  return main
}

function isGone(element: HTMLElement): boolean {
  return !element.isConnected || element.matches(':disabled')
}

export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
