import type { QueryClient } from '@tanstack/react-query'
import type { ChangeNotice } from '../../../spec/gen/openapi.gen.ts'
import type { Client } from '../client.ts'
import type { Me } from '../operations.gen.ts'
import { trust } from '../trust.ts'
import { ownRequests } from './own-requests.ts'
import { invalidate, keysAfterChange, type Key } from './refresh.ts'
import { shareEvents, type Follower } from './share-events.ts'

/**
 * Follows the changes of an instance while the page is seen, and fetches again what they make stale. `onError` gets what ends
 * that, and null when it begins again. Returns a function that ends it.
 */
export function followChanges(
  client: Client,
  instanceId: string,
  cache: QueryClient,
  onError: (error: unknown) => void,
  page = trust<{ document?: EventTarget & { visibilityState: string } }>(globalThis).document,
): () => void {
  const scope = ['instance-admin', client.baseUrl, instanceId]
  const meKey = [...scope, 'me']
  const instance = client.instance(instanceId)
  const own = ownRequests(client)

  async function refresh(changes: readonly Gathered[]): Promise<void> {
    const ownId = cache.getQueryData<Me>(meKey)?.user?.id
    const stale = changes.flatMap((change): Key[] => {
      if (change === 'everything') return [scope]
      return own.has(change.requestId ?? '') ? [] : keysAfterChange(change, scope, ownId)
    })
    const isStale = (key: Key) => stale.some((begin) => begin.every((part, at) => part === key[at]))
    await invalidate(cache, { predicate: ({ queryKey }) => isStale(queryKey) })
  }

  // While a refresh is under way, the next changes wait: one that overlaps another would abort its requests.
  const gathered: Gathered[] = []
  let isBusy = false
  async function gather(change: Gathered): Promise<void> {
    gathered.push(change)
    if (isBusy) return
    isBusy = true
    while (gathered.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      await refresh(gathered.splice(0))
    }
    isBusy = false
  }

  const tab: Follower = {
    after: undefined,
    take(event) {
      if (tab.after === undefined || event.type === 'startOver') void gather('everything')
      else if (Number.parseInt(event.after) <= Number.parseInt(tab.after)) return
      else if (event.type === 'change') void gather(event.change)
      tab.after = event.after
    },
    watch: (signal) => instance.changes.watch({ after: tab.after, signal }),
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const queryFn = (context: { signal: AbortSignal }) => instance.me({ signal: context.signal })
    const asked = cache.fetchQuery({ queryKey: meKey, queryFn, retry: false, staleTime: Infinity })
    // Whoever cannot tell who they are has a stream of their own, which says why.
    const subject = await asked.then((me) => me.subject).catch(() => null)
    // happy-dom has the name, and null.
    const canShare = Boolean(globalThis.navigator?.locks) && 'BroadcastChannel' in globalThis
    if (subject !== null && canShare) return shareEvents(JSON.stringify([...scope, subject]), tab, signal)
    for await (const event of tab.watch(signal)) tab.take(event)
  }

  let seen = new AbortController()
  function look(): void {
    seen.abort()
    if (page?.visibilityState === 'hidden') return
    const { signal } = (seen = new AbortController())
    onError(null)
    follow(signal).catch((error: unknown) => signal.aborted || onError(error))
  }
  page?.addEventListener('visibilitychange', look)
  look()
  return () => {
    page?.removeEventListener('visibilitychange', look)
    seen.abort()
  }
}

type Gathered = ChangeNotice | 'everything'
