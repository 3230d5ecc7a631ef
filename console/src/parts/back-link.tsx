import type { MouseEvent } from 'react'
import { useApi } from '../api.ts'
import { texts } from '../texts.ts'
import { TextLink } from './link.tsx'
import { useWayBack, type ListPath } from './places.ts'

/** Leads to the list that something belongs to, as somebody left it. */
export function BackLink({ to }: { to: ListPath }) {
  const { instance } = useApi()
  const goBack = useWayBack(to)
  function follow(event: MouseEvent) {
    // With a key, browsers open another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    goBack()
  }
  return (
    <TextLink to={to} params={{ instance }} size="sm" w="fit-content" onClick={follow}>
      <span aria-hidden>← </span>
      {texts.backTo[to]}
    </TextLink>
  )
}
