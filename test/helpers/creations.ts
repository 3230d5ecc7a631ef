import { expect } from 'vitest'
import type { TestService } from './service.ts'

interface Created {
  body: { id: string; createdAt: string }
  etag: string
  response: Response
}

/** What holds for everything that is created: an id, a time, an ETag, and a Location in its collection, which reads it back. */
export async function expectReadBack(service: TestService, collection: string, created: Created): Promise<void> {
  const { body, etag, response } = created
  expect(body.id).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(etag).toMatch(/^"[^"]+"$/)
  const location = response.headers.get('location') ?? ''
  expect(location).toBe(`/instances/acme/${collection}/${body.id}`)
  const read = await service.request(location)
  expect(read).toMatchObject({ status: 200, json: body })
  expect(read.headers.get('etag')).toBe(etag)
}
