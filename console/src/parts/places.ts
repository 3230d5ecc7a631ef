import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useApi } from '../api.ts'
import type { texts } from '../texts.ts'

/** Where this page has been, by the position in its history. */
const places: (string | undefined)[] = []

export function notePlaces(router: AnyRouter): void {
  router.subscribe('onResolved', ({ toLocation: { state, pathname } }) => {
    places.length = positionOf(state)
    places[places.length] = pathname
  })
}

function positionOf({ __TSR_index: position }: { __TSR_index: number }): number {
  return position
}

/** Goes back to a list: to where somebody came from, with its filters and its place, else to its begin. */
export function useWayBack(list: ListPath) {
  const { instance } = useApi()
  const router = useRouter()
  return function goBack(ignoreBlocker = false): void {
    const now = positionOf(router.state.location.state)
    const before = places.slice(0, now).lastIndexOf(list.replace('$instance', instance))
    if (before < 0) void router.navigate({ to: list, params: { instance }, ignoreBlocker })
    else router.history.go(before - now, { ignoreBlocker })
  }
}

export type ListPath = keyof typeof texts.backTo
