import { trust } from '../trust.ts'
import type { WatchEvent } from '../watch.ts'

/** `after` is the position behind the events that were taken; undefined before the first. */
export interface Follower {
  after: string | undefined
  take(event: WatchEvent): void
  watch(signal: AbortSignal): AsyncIterable<WatchEvent>
}

/**
 * Follows a stream together with the other tabs of the browser that give the same name. The tab that holds the lock has the
 * stream, and hands its events on. Rejects with an error of the stream.
 */
export async function shareEvents(name: string, tab: Follower, signal: AbortSignal): Promise<void> {
  // A tab that goes on from a position takes the lead: the leading tab is further, and would not tell what this tab has missed.
  // The other tabs drop what they know. A new tab asks the leading tab for the position.
  let steal = tab.after !== undefined
  let isLeading = steal
  const channel = new BroadcastChannel(name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only this origin
  const tell = (message: WatchEvent | 'hello') => channel.postMessage(message)
  channel.addEventListener('message', (event) => {
    const { data } = trust<{ data: WatchEvent | 'hello' }>(event)
    if (!isLeading && data !== 'hello') tab.take(data)
    if (isLeading && data === 'hello' && tab.after !== undefined) tell({ type: 'position', after: tab.after })
  })
  if (!steal) tell('hello')
  try {
    while (!signal.aborted) {
      const end = new AbortController()
      signal.addEventListener('abort', () => end.abort(), { signal: end.signal })
      const lead = async () => {
        isLeading = true
        for await (const event of tab.watch(end.signal)) {
          tab.take(event)
          tell(event)
        }
      }
      await navigator.locks.request(name, steal ? { steal } : { signal }, lead).catch((error: unknown) => {
        end.abort()
        // Another tab has taken the lead, or the signal ended the waiting.
        if (!(error instanceof Error && error.name === 'AbortError')) throw error
      })
      steal = isLeading = false
    }
  } finally {
    channel.close()
  }
}
