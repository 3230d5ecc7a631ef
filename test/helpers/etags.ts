import { describe, expect, test } from 'vitest'
import { isExhaustive } from './rounds.ts'
import type { TestResponse, TestService } from './service.ts'

interface Read {
  body: unknown
  etag: string
}

/** The facts that hold for reading every single resource with an ETag. `path` is the resource's, once it is there. */
export function describeConditionalRead(
  resource: () => {
    service: TestService
    path: string
    body: unknown
    etag: string
  },
): void {
  const read = (ifNoneMatch: string) => {
    const { service, path } = resource()
    return service.request(path, { headers: { 'If-None-Match': ifNoneMatch } })
  }

  test.each(['"0"', '"nothing"', 'nothing', ',', '"1'])('an ETag that is not held changes nothing: %s', async (tag) => {
    expect(await read(tag)).toMatchObject({ status: 200, json: resource().body })
  })

  describe('304', () => {
    test.each<[string, (etag: string) => string]>([
      ['its ETag', (etag) => etag],
      ['its ETag made weak by a proxy', (etag) => `W/${etag}`],
      ['a list with its ETag', (etag) => `"0" ,${etag}`],
      ['*', () => '*'],
    ])('what the caller holds is not sent again: %s', async (_what, ifNoneMatch) => {
      const { etag } = resource()
      const answer = await read(ifNoneMatch(etag))
      expect(answer).toMatchObject({ status: 304, text: '' })
      expect(answer.headers.get('etag')).toBe(etag)
    })
  })
}

export interface ChangeFacts {
  create: () => Promise<{ body: { id: string }; etag: string }>
  /** Changes the resource as somebody else would, and returns its new state. */
  changeElsewhere: (id: string) => Promise<Read>
  read: (id: string) => Promise<Read>
  /** Sends the change that is under test. */
  send: (id: string, headers: { 'If-Match': string }) => Promise<TestResponse>
  /** The status of that change where it is made. */
  success: number
}

/**
 * The facts that hold for every change of a single resource with `If-Match`. All read the header with the same function: each
 * has one case for each answer, and one operation has them all.
 */
export function describeConditionalChange(
  { create, changeElsewhere, read, send, success }: ChangeFacts,
  { withAll = isExhaustive() } = {},
): void {
  const some = <Case>(cases: Case[]) => (withAll ? cases : cases.slice(0, 1))

  test.each(
    some<[string, (etag: string) => string]>([
      ['the current ETag', (etag) => etag],
      ['the current ETag made weak by a proxy that compresses', (etag) => `W/${etag}`],
      ['a list with the current ETag', (etag) => `"77",${etag} , W/"78"`],
      ['*', () => '*'],
    ]),
  )('If-Match may be %s', async (_what, ifMatch) => {
    const { body, etag } = await create()
    expect((await send(body.id, { 'If-Match': ifMatch(etag) })).status).toBe(success)
  })

  describe('412', () => {
    test.each(
      some<[string, (stale: string, current: string) => string]>([
        ['an older ETag', (stale) => stale],
        ['an older ETag made weak', (stale) => `W/${stale}`],
        ['a list without the current ETag', (stale) => `${stale}, "77"`],
        ['the current ETag with a zero before it', (_stale, current) => current.replace('"', '"0')],
        ['the ETag of a proxy that compressed', (_stale, current) => current.replace(/"$/, '-gzip"')],
        ['a number beyond all revisions', () => '"99999999999"'],
      ]),
    )('%s is refused with the current ETag, and nothing changes', async (_what, ifMatch) => {
      const { body, etag: stale } = await create()
      const changed = await changeElsewhere(body.id)
      const refused = await send(body.id, { 'If-Match': ifMatch(stale, changed.etag) })
      expect(refused).toMatchObject({ status: 412, json: { code: 'precondition_failed' } })
      expect(refused.headers.get('etag')).toBe(changed.etag)
      expect(await read(body.id)).toMatchObject({ body: changed.body, etag: changed.etag })
    })
  })
  describe('400', () => {
    test.each(
      some<[string, (current: string) => string]>([
        ['the current ETag without quotes', (current) => current.replaceAll('"', '')],
        ['the current ETag in single quotes', (current) => current.replaceAll('"', "'")],
        ['the current ETag with one quote', (current) => current.slice(0, -1)],
        ['a list with one that has no quotes', (current) => `${current}, 3`],
        ['* in a list', (current) => `*, ${current}`],
        ['garbage', () => '", *; drop table agents'],
      ]),
    )('%s is refused with the right form, and nothing changes', async (_what, ifMatch) => {
      const { body, etag } = await create()
      const refused = await send(body.id, { 'If-Match': ifMatch(etag) })
      const message = 'The header If-Match must be an ETag with its quotation marks, such as "3", or *.'
      expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request', detail: message } })
      expect((await read(body.id)).etag).toBe(etag)
    })
  })
}
