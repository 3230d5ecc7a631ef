import { describe, expect, test } from 'vitest'
import type { Answer } from '../../sdk/src/index.ts'
import { asObject } from '../../contract/json.ts'
import type { TestService } from './service.ts'

/** `true` when the service repeated its first answer, else null. */
export function replayed({ response }: Answer<unknown>): string | null {
  return response.headers.get('idempotency-replayed')
}

export interface CreationFacts {
  service: () => TestService
  /** The collection inside an instance, which is also the name of its table: `agents`. */
  collection: 'users' | 'agents' | 'integrations' | 'twu-models'
  /** A body that can be created; with another name, beside the first. */
  input: (name: string) => object
  /** A body that breaks the contract. */
  broken: object
}

/** What an Idempotency-Key means for each operation that creates. */
export function describeIdempotentCreation({ service, collection, input, broken }: CreationFacts): void {
  const send = async (body: object, key: string, sub = 'tester', instance = 'acme') => {
    const claims = { sub, client_id: sub, instances: ['acme', 'other'] }
    const Authorization = `Bearer ${await service().token('Administrator', claims)}`
    const headers = { Authorization, 'Idempotency-Key': key }
    const path = `/instances/${instance}/${collection}`
    const { status, json, headers: answered } = await service().request(path, { method: 'POST', body, headers })
    const replayed = answered.get('idempotency-replayed')
    return { status, json, replayed, etag: answered.get('etag'), location: answered.get('location') }
  }
  const count = async () => (await service().db(collection.replace('-', '_')).select('id')).length

  describe('Idempotency-Key', () => {
    test('a repeat gets the first answer and creates nothing, in whatever order its members are', async () => {
      const first = await send(input('once'), 'once')
      expect(first).toMatchObject({ status: 201, replayed: null })
      const before = await count()
      for (const body of [input('once'), asObject(reverseMembers(input('once')))])
        expect(await send(body, 'once')).toEqual({ ...first, replayed: 'true' })
      expect(await count()).toBe(before)
    })

    test('a request that breaks the contract does not use its key up', async () => {
      expect(await send(broken, 'corrected')).toMatchObject({ status: 400 })
      expect(await send(input('corrected'), 'corrected')).toMatchObject({ status: 201, replayed: null })
    })

    test('the same key of another caller, or in another instance, is another key', async () => {
      const answers = [
        await send(input('shared-1'), 'shared', 'one'),
        await send(input('shared-2'), 'shared', 'two'),
        await send(input('shared-1'), 'shared', 'one', 'other'),
      ]
      for (const answer of answers) expect(answer).toMatchObject({ status: 201, replayed: null })
      expect(new Set(answers.map(({ json }) => asObject(json)['id'])).size).toBe(3)
    })

    test('of many at once with the same key one creates, the others wait their turn or get its answer', async () => {
      const before = await count()
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(input('at-once'), 'at-once')))
      const [first, ...more] = answers.filter(({ status, replayed }) => status === 201 && replayed === null)
      expect(more).toEqual([])
      for (const { status, json } of answers)
        if (status === 409) expect(json).toMatchObject({ code: 'idempotency_key_in_use' })
        else expect([status, json]).toEqual([201, first?.json])
      expect(await count()).toBe(before + 1)
      expect((await send(input('at-once'), 'at-once')).json).toEqual(first?.json)
    })
  })
}

/** Members in the opposite order, at every depth; lists stay as they are. */
function reverseMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(reverseMembers)
  const members = Object.entries(value).toReversed()
  return Object.fromEntries(members.map(([name, member]) => [name, reverseMembers(member)]))
}
