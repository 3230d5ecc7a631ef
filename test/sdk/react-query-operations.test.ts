import { readFileSync } from 'node:fs'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { contractOperations, type SdkOperation } from '../../tools/generate/sdk/operations.ts'
import { writeQueries } from '../../tools/generate/sdk/react-query.ts'
import { capital } from '../../tools/generate/sdk/types.ts'
import { createClient } from '../../sdk/src/index.ts'
import { effectsOf } from '../../sdk/src/react-query/effects.ts'
import { createQueries, createServiceQueries } from '../../sdk/src/react-query/index.ts'
import { trust } from '../../sdk/src/trust.ts'

/** The React Query door has every operation of the contract, and each write reaches the reads that it should. */
const contract: unknown = JSON.parse(readFileSync(new URL('../../spec/gen/openapi.gen.json', import.meta.url), 'utf8'))
const operations = contractOperations(contract).filter(({ answer }) => !['file', 'events'].includes(answer.kind))
const reads = operations.filter(({ method }) => method === 'GET')
const writes = operations.filter(({ method, isRead, isRepeatable }) => method !== 'GET' && !isRead && !isRepeatable)
const versionedWrites = writes.filter(
  // No update takes the version of a model, which has versions of its own, or of an entry, which is only reviewed; and the
  // version of a webhook with its secret is in the webhook, that of a price in the list of prices.
  ({ answer }) =>
    answer.kind === 'data' &&
    answer.hasVersion &&
    !['TwuModel', 'WorkLedgerEntry', 'WebhookWithSecret', 'ModelPrice'].includes(answer.type),
)
const lists = operations.filter(({ answer }) => answer.kind === 'list')

const sent: { line: string; body: unknown; headers: Headers }[] = []
const client = createClient({
  baseUrl: 'http://127.0.0.1:1',
  token: 'token',
  async fetch(request) {
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    sent.push({ line: `${request.method} ${pathname}${search}`, body, headers: request.headers })
    if (request.method === 'DELETE') return new Response(null, { status: 204 })
    if (request.method === 'GET' && pathname.endsWith('/versions'))
      return Response.json([{ id: 'a' }], { headers: { Link: '<?cursor=more>; rel="next"' } })
    return Response.json({ content: [{ id: 'a' }], page: { next: 'more' } }, { headers: { ETag: '"7"' } })
  },
})
const queries = createQueries(client, 'acme')
const serviceQueries = createServiceQueries(client)
const signal = new AbortController().signal

describe('a read', () => {
  test.each(named(reads))('%s sends the request of the contract', async (_name, read) => {
    const query = read.queryParameters.length > 0 ? { sort: 'x,asc' } : undefined
    const options = readOf(read, idsOf(read, 1), query)
    await options.queryFn({ signal })
    expect(sent.pop()?.line).toBe(`GET ${pathOf(read, 1)}${query ? '?sort=x%2Casc' : ''}`)
  })

  test.each(named(lists))('%s goes on from a cursor', async (_name, list) => {
    const options = readOf(list, idsOf(list, 1), { sort: 'x,asc' }, 'Infinite')
    const page = await options.queryFn({ signal, pageParam: null })
    expect(sent.pop()?.line).toBe(`GET ${pathOf(list, 1)}?sort=x%2Casc`)
    const next = options.getNextPageParam?.(page)
    expect(next).toBe('more')
    await options.queryFn({ signal, pageParam: next ?? null })
    expect(sent.pop()?.line).toBe(`GET ${pathOf(list, 1)}?sort=x%2Casc&cursor=more`)
    expect(options.queryKey).not.toEqual(readOf(list, idsOf(list, 1), { sort: 'x,asc' }).queryKey)
  })

  test.each(named(reads))('%s ends with its signal, however it is looked at', async (_name, read) => {
    const aborted = AbortSignal.abort(new Error('nobody looks'))
    const query = read.queryParameters.length > 0 ? {} : undefined
    for (const view of viewsOf(read)) {
      const call = readOf(read, idsOf(read, 1), query, view).queryFn({ signal: aborted })
      await expect(call).rejects.toThrow('nobody looks')
    }
    expect(sent).toEqual([])
  })

  test('of what an update can name by its version comes with that as well', async () => {
    const versioned = reads.filter((read) => viewsOf(read).includes('WithVersion'))
    expect(versioned.length).toBeGreaterThan(0)
    for (const read of versioned) {
      const answer = await readOf(read, idsOf(read, 1), undefined, 'WithVersion').queryFn({ signal })
      expect(answer).toMatchObject({ version: '"7"' })
      expect(sent.pop()?.line).toBe(`GET ${pathOf(read, 1)}`)
    }
  })
})

describe('a write', () => {
  test.each(named(writes))('%s sends the request of the contract', async (_name, write) => {
    const body = write.body ? { name: 'x' } : undefined
    const header = write.takesIfMatch ? 'if-match' : 'idempotency-key'
    const given = write.takesIfMatch ? { ifMatch: 'given' } : { idempotencyKey: 'given' }
    await writeOf(write).mutationFn({ ...variablesOf(write, 1), ...(body && { body }), ...given })
    const request = sent.pop()
    expect(request?.line).toBe(`${write.method} ${pathOf(write, 1)}`)
    expect(request?.body).toEqual(body ?? null)
    expect(request?.headers.get(header)).toBe('given')
  })

  test('that only reads sends no key, and makes nothing stale', async () => {
    const cache = new QueryClient()
    const listOf = ({ path }: SdkOperation) => {
      const list = reads.find((read) => path.startsWith(`${read.path}/`) && read.names.at(-1) === 'list')
      return readOf(list ?? expect.fail(), idsOf(list ?? expect.fail(), 1)).queryKey
    }
    const reading = operations.filter(({ isRead }) => isRead)
    expect(reading.length).toBeGreaterThan(1)
    for (const operation of reading) {
      cache.setQueryData(listOf(operation), {})
      await writeOf(operation).mutationFn({ ...variablesOf(operation, 1), body: {} })
      expect(sent.pop()?.headers.has('idempotency-key')).toBe(false)
      await writeOf(operation).onSettled({}, null, {}, undefined, { client: cache })
      expect(cache.getQueryState(listOf(operation))?.isInvalidated).toBe(false)
    }
  })

  test.each(named(versionedWrites))('%s comes with its version as well', async (_name, write) => {
    const variables = { ...variablesOf(write, 1), ...(write.body && { body: { name: 'x' } }) }
    const { mutationFn, mutationKey, retry } = writeOf(write, 'WithVersion')
    const data = await writeOf(write).mutationFn(variables)
    const plain = sent.pop()
    expect(await mutationFn(variables)).toEqual({ data, version: '"7"' })
    const versioned = sent.pop()
    expect([versioned?.line, versioned?.body]).toEqual([plain?.line, plain?.body])
    expect(mutationKey).toEqual([...writeOf(write).mutationKey, 'version'])
    expect(retry()).toBe(false)
  })

  test('comes with a version where a change takes that, and nowhere else', () => {
    const types = writeQueries(operations)
    const others = writes.filter((write) => !versionedWrites.includes(write))
    expect(others.map(({ names }) => names.join('.'))).toEqual(
      expect.arrayContaining(['agents.delete', 'integrations.delete', 'integrations.test', 'twuModels.create']),
    )
    for (const { id } of others) expect(types).not.toContain(`(): WriteOptions<${capital(id)}Variables, Versioned<`)
    for (const { id } of versionedWrites)
      expect(types).toContain(`WithVersion(): WriteOptions<${capital(id)}Variables, Versioned<`)
  })

  test.each([
    ...named(writes).map(([name, write]) => [name, write, ''] as const),
    ...named(versionedWrites).map(([name, write]) => [`${name}WithVersion`, write, 'WithVersion'] as const),
  ])(
    '%s reaches its own resource, its record, no other one but who calls, and nothing with other ids',
    async (_n, write, view) => {
      const cache = new QueryClient()
      for (const read of reads)
        for (const item of [1, 2]) cache.setQueryData(readOf(read, idsOf(read, item)).queryKey, {})
      const { onSettled } = writeOf(write, view)
      await onSettled({}, null, variablesOf(write, 1), undefined, { client: cache })

      const isReached = (read: SdkOperation, item: number) =>
        cache.getQueryState(readOf(read, idsOf(read, item)).queryKey)?.isInvalidated !== false
      const own = reads.filter((read) => resourceOf(read) === resourceOf(write))
      const foreign = reads.filter(
        (read) => resourceOf(read) !== resourceOf(write) && !['/me', '/changes'].includes(read.path),
      )
      const me = reads.filter(({ path }) => path === '/me')
      const records = reads.filter(({ path }) => path === '/changes')
      expect(records.map((read) => isReached(read, 1))).toEqual([true])
      expect(me.map((read) => isReached(read, 1))).toEqual([resourceOf(write) === 'users'])
      expect(own.filter((read) => isReached(read, 1)).length).toBeGreaterThan(0)
      expect(foreign.filter((read) => isReached(read, 1) || isReached(read, 2))).toEqual([])
      // What is found at its own path, and every list that can contain that.
      for (const read of own)
        if (`${write.path}/`.startsWith(`${read.path}/`))
          expect([read.path, isReached(read, 1)]).toEqual([read.path, true])
      const isNamed = ({ pathParameters: [first] }: SdkOperation) =>
        first !== undefined && first.name === write.pathParameters[0]?.name
      expect(own.filter((read) => isNamed(read) && isReached(read, 2))).toEqual([])
    },
  )

  test('of a version makes what it is compared with stale, whichever is named first', async () => {
    const cache = new QueryClient()
    const compare = find(reads, 'twuModels.versions.compare')
    const keys = [
      [1, 7, 8],
      [1, 8, 7],
      [2, 8, 7],
    ].map((ids) => readOf(compare, ids).queryKey)
    for (const key of keys) cache.setQueryData(key, {})
    const update = writeOf(find(writes, 'twuModels.versions.update'))
    await update.onSettled({}, null, { modelId: 1, version: 8 }, undefined, { client: cache })
    expect(keys.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([true, true, false])
  })

  test('runs once: a second run would have an Idempotency-Key of its own', () => {
    expect(writes.map((write) => writeOf(write).retry())).toEqual(writes.map(() => false))
  })
})

describe('an operation that is new in the contract', () => {
  // What somebody adds under agents has no part in these lists.
  const known = ['get', 'list', 'create', 'update', 'delete'].map((name) => `agents.${name}`)
  const invented = [
    ...operations.filter(({ names }) => names[0] !== 'agents' || known.includes(names.join('.'))),
    like('agents.get', 'agents.summarise', '/agents/summary'),
    like('agents.list', 'agents.notes.list', '/agents/{agentId}/notes'),
    like('agents.create', 'agents.notes.create', '/agents/{agentId}/notes'),
    like('agents.get', 'agents.notes.get', '/agents/{agentId}/notes/{noteId}'),
    like('agents.delete', 'agents.notes.delete', '/agents/{agentId}/notes/{noteId}'),
  ]

  test.each([
    ['agents.create', ['agents.list', 'changes.list', 'agents.summarise'], []],
    [
      'agents.delete',
      ['agents.list', 'changes.list', 'agents.summarise'],
      ['agents.get', 'agents.notes.list', 'agents.notes.get'],
    ],
    ['agents.notes.create', ['agents.list', 'agents.get', 'changes.list', 'agents.summarise', 'agents.notes.list'], []],
    [
      'agents.notes.delete',
      ['agents.list', 'agents.get', 'changes.list', 'agents.summarise', 'agents.notes.list'],
      ['agents.notes.get'],
    ],
  ])('reaches what its path says: %s', (name, stale, gone) => {
    const effects = effectsOf(find(invented, name), named(invented))
    const namesOf = (reads: [string, SdkOperation][]) => reads.map(([read]) => read)
    expect([namesOf(effects.stale), namesOf(effects.gone)]).toEqual([stale, gone])
  })

  test('has its options in the door', () => {
    const types = writeQueries(invented)
    expect(types).toContain('readonly notes: AgentsNotesQueries')
    const [, notes] = types.split('interface AgentsNotesQueries')
    expect(notes).toContain('listInfinite(agentId: Id, query?: FromStart<ListAgentsQuery>)')
  })
})

function like(model: string, name: string, path: string): SdkOperation {
  const pathParameters = Array.from(path.matchAll(/\{(\w+)\}/g), ([, id = '']) => parameter(id))
  return { ...find(operations, model), names: name.split('.'), path, pathParameters }
}

function find(among: readonly SdkOperation[], name: string): SdkOperation {
  return among.find(({ names }) => names.join('.') === name) ?? expect.fail(name)
}

function parameter(name: string) {
  return { name, type: 'Id', isList: false, description: '', example: 'a' }
}

function named(chosen: readonly SdkOperation[]): [string, SdkOperation][] {
  return chosen.map((operation) => [operation.names.join('.'), operation])
}

/** Numbers are ids of every kind. */
function idsOf({ pathParameters }: SdkOperation, item: number): number[] {
  return pathParameters.map((_parameter, index) => item * 10 + index)
}

function variablesOf(operation: SdkOperation, item: number): Record<string, number> {
  const ids = idsOf(operation, item)
  return Object.fromEntries(operation.pathParameters.map(({ name }, index) => [name, ids[index] ?? 0]))
}

function pathOf(operation: SdkOperation, item: number): string {
  const ids = variablesOf(operation, item)
  return `${operation.isOfInstance ? '/instances/acme' : ''}${operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(ids[name]))}`
}

function resourceOf({ names }: SdkOperation): string | undefined {
  return names[0]
}

function viewsOf(read: SdkOperation): string[] {
  if (read.answer.kind === 'list') return ['', 'Infinite']
  const isVersioned = writes.some(({ path, takesIfMatch }) => takesIfMatch && path === read.path)
  return ['', ...(isVersioned ? ['WithVersion'] : [])]
}

function readOf({ names, isOfInstance }: SdkOperation, ids: readonly number[], query?: object, view = ''): AnyRead {
  return memberOf<(...given: unknown[]) => AnyRead>(
    names,
    view,
    isOfInstance ? queries : serviceQueries,
  )(...ids, ...(query ? [query] : []))
}

function writeOf({ names }: SdkOperation, view = ''): AnyWrite {
  return memberOf<() => AnyWrite>(names, view)()
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- naming the type is the purpose
function memberOf<Member>(names: readonly string[], view = '', of: unknown = queries): Member {
  const path = [...names.slice(0, -1), `${names.at(-1)}${view}`]
  const member = path.reduce<unknown>((group, name) => trust<Record<string, unknown>>(group)[name], of)
  expect(member, path.join('.')).toBeTypeOf('function')
  return trust<Member>(member)
}

interface AnyRead {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal; pageParam?: string | null }) => Promise<unknown>
  getNextPageParam?: (page: unknown) => string | null
}

interface AnyWrite {
  mutationKey: readonly unknown[]
  mutationFn: (variables: object) => Promise<unknown>
  onSettled: (
    data: unknown,
    error: null,
    variables: object,
    result: undefined,
    context: { client: QueryClient },
  ) => Promise<void>
  retry: () => boolean
}
