import type { Answer, Call, CursorInfo, ListCall, Page } from './calls.ts'
import type { Query } from './methods.ts'
import { trust } from './trust.ts'

type Request<Data> = (query: Query) => Promise<Answer<Data>>

export function callOf<Data>(answer: Promise<Answer<Data>>): Call<Data> {
  const data = answer.then(({ data }) => data)
  return Object.assign(data, {
    withResponse() {
      // Whoever takes the answer hears of its failure there.
      data.catch(() => {})
      return answer
    },
  })
}

export function listCallOf(request: Request<unknown>, query: Query): ListCall<unknown, CursorInfo> {
  const call = callOf(readPage(request, query))
  return Object.assign(call, { [Symbol.asyncIterator]: () => walk(call) })
}

async function readPage(request: Request<unknown>, query: Query): Promise<Answer<Page<unknown, CursorInfo>>> {
  const answer = await request(query)
  const { items, page } = toItems(answer)
  const next = async () => {
    if (page.next === null) return null
    return (await readPage(request, { ...query, page: undefined, cursor: page.next })).data
  }
  return { ...answer, data: { items, page, next } }
}

/** A list is an object with its items and where they stand, or a bare array whose `Link` header has the cursor. */
function toItems({ data, response }: Answer<unknown>): { items: unknown[]; page: CursorInfo } {
  if (Array.isArray(data)) return { items: data, page: { next: linkedCursor(response) } }
  const { content, page } = trust<{ content: unknown[]; page: CursorInfo }>(data)
  return { items: content, page }
}

function linkedCursor({ headers }: Response): string | null {
  const [, query] = /<[^>]*\?([^>]*)>; *rel="next"/.exec(headers.get('link') ?? '') ?? []
  return new URLSearchParams(query).get('cursor')
}

async function* walk(first: Promise<Page<unknown, CursorInfo>>): AsyncGenerator {
  for (let page: Page<unknown, CursorInfo> | null = await first; page; page = await page.next())
    yield* page.items
}
