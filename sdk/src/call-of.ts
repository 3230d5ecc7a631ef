import type { Answer, Call, CursorInfo, ListCall, Page } from './calls.ts'
import type { Query } from './perform.ts'
import { trust } from './trust.ts'

type Request<Data> = (query: Query) => Promise<Answer<Data>>

export function callOf<Data>(answer: Promise<Answer<Data>>): Call<Data> {
  const data = answer.then(({ data }) => data)
  return Object.assign(data, {
    withResponse() {
      // A caller of `withResponse` gets a failure from its promise. This promise must not report it as unhandled, too.
      data.catch(() => {})
      return answer
    },
  })
}

export function listCallOf(request: Request<unknown>, query: Query): ListCall<unknown, CursorInfo> {
  const call = callOf(readPage(request, query))
  return Object.assign(call, {
    async *[Symbol.asyncIterator]() {
      for (let page: AnyPage | null = await call; page; page = await page.next()) yield* page.items
    },
  })
}

async function readPage(request: Request<unknown>, query: Query): Promise<Answer<AnyPage>> {
  const answer = await request(query)
  // A list is an object with `content` and `page`, or a bare array whose `Link` header has the next cursor.
  const { content = answer.data, page = { next: linkedCursor(answer.response) } } = trust<Partial<Listing>>(answer.data)
  const next = async () =>
    page.next === null ? null : (await readPage(request, { ...query, page: undefined, cursor: page.next })).data
  return { ...answer, data: { items: trust<unknown[]>(content), page, next } }
}

function linkedCursor({ headers }: Response): string | null {
  const [, query] = /\?([^>?]*)>; *rel="next"/.exec(headers.get('link') ?? '') ?? []
  return new URLSearchParams(query).get('cursor')
}

interface Listing {
  content: unknown
  page: CursorInfo
}

type AnyPage = Page<unknown, CursorInfo>
