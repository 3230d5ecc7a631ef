import type { ChangeNotice } from '../../spec/gen/openapi.gen.ts'
import type { CallOptions } from './calls.ts'
import { pause } from './wait.ts'

export interface WatchOptions {
  /**
   * The position to go on from: `after` of the last event that you have dealt with, or the number of a change. Default: from
   * now on.
   */
  after?: string | number | undefined
  /** Ends the iteration at once. */
  signal?: AbortSignal | undefined
}

/** `after` is the position behind the event, from which `watch({ after })` goes on. */
export type WatchEvent =
  | { type: 'change'; after: string; change: ChangeNotice }
  /** The position has moved on past changes of what the caller may not read. */
  | { type: 'position'; after: string }
  /**
   * Read again what you show, now: what was changed before is not told. Comes first where no position was given, and later
   * where the service no longer keeps the changes behind the position, or its database was restored since.
   */
  | { type: 'startOver'; after: string }

/**
 * Follows the stream, and connects again where it was when the connection fails, is silent or ends. Throws what another
 * attempt cannot mend, such as the ApiError of a missing role.
 */
export async function* watch(
  connect: Connect,
  { after, signal = new AbortController().signal }: WatchOptions = {},
): AsyncGenerator<Unchecked, void> {
  let failures = 0
  while (!signal.aborted) {
    const startedAt = Date.now()
    let retryAfter = 0
    try {
      // The service sends a comment every 15 s.
      const { data } = await connect({ after: after?.toString() }, { signal, attemptTimeoutMs: 45_000, maxRetries: 0 })
      for await (const { id, type, text } of readEvents(data)) {
        if (signal.aborted) return
        const isFirst = after === undefined
        // The numbers in front say which of two positions is the later: all positions of a stream have one epoch.
        if (!(Number.parseInt(id) > Number.parseInt(String(after ?? -1)))) continue
        after = id
        failures = 0
        if (isFirst) yield { type: 'startOver', after }
        else if (type === 'change') yield { type, after, change: JSON.parse(text) }
        else yield { type: 'position', after }
      }
    } catch (error) {
      if (signal.aborted) return
      const { name, status = 0, response }: Failure = error instanceof Error ? error : {}
      // Below 400 is the page of a proxy in place of the stream.
      const isTransient = status < 400 || status === 408 || status === 429 || status >= 500
      if (status === 410 && after !== undefined) after = undefined
      else if (!(isTransient && (name === 'ApiError' || name === 'ConnectionError'))) throw error
      retryAfter = Number(response?.headers.get('retry-after')) * 1000 || 0
    }
    failures = Date.now() - startedAt < 10_000 ? failures + 1 : 1
    await pause(retryAfter + Math.random() * Math.min(30_000, 500 * 2 ** failures), signal).catch(() => {})
  }
}

/** Server-sent events as the HTML standard defines them. The service writes each field on one line. */
async function* readEvents(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: ?([^\\r\\n]*)`, 'm').exec(block)?.[1] ?? ''
        yield { id: field('id'), type: field('event'), text: field('data') }
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

type Unchecked = Pick<WatchEvent, 'type' | 'after'> & { change?: unknown }

type Connect = (
  query: { after: string | undefined },
  options: CallOptions,
) => Promise<{ data: ReadableStream<Uint8Array> }>

type Failure = Partial<Pick<Error, 'name'> & { status: number; response: Response }>
