import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryClientProvider,
  QueryObserver,
  dehydrate,
  hydrate,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient, type ClientOptions } from '../../sdk/src/index.ts'
import { createQueries, type Queries, type ReadOptions, type WriteOptions } from '../../sdk/src/react-query/index.ts'
import { trust } from '../../sdk/src/trust.ts'
import { human, summariser } from '../helpers/data/agents.ts'
import { slack } from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput } from '../helpers/data/twu-models.ts'
import { userInput } from '../helpers/data/users.ts'

/** The React Query door against the real service; each operation by itself: sdk-react-query-operations.test.ts. */
let service: TestService
let queries: Queries
let requested: string[] = []
let cache: QueryClient
const watched: (() => void)[] = []

const connect = (instance: string, options: Partial<ClientOptions> = {}) =>
  createQueries(
    createClient({
      baseUrl: service.baseUrl,
      token: () => service.token('Administrator', { instances: ['acme', 'other'] }),
      use: [
        (request, next) => {
          requested.push(`${request.method} ${new URL(request.url).pathname.replace('/instances/', '')}`)
          return next(request)
        },
      ],
      ...options,
    }),
    instance,
  )

beforeAll(async () => {
  service = await startTestService()
  queries = connect('acme')
})
afterAll(() => service.close())
beforeEach(() => {
  cache = new QueryClient()
})
afterEach(() => {
  for (const stop of watched.splice(0)) stop()
  cache.clear()
  requested = []
  vi.restoreAllMocks()
})

describe('a read', () => {
  test('of a list gives a page of plain data, which outlives a server and a reload', async () => {
    await create('ada')
    const page = await cache.fetchQuery(queries.users.list({ username: 'ada' }))
    expect(page.items.map(({ username }) => username)).toEqual(['ada'])
    expect(page.page.totalElements).toBe(1)

    const restored = new QueryClient()
    const state: unknown = JSON.parse(JSON.stringify(dehydrate(cache)))
    hydrate(restored, trust(state))
    expect(restored.getQueryData(queries.users.list({ username: 'ada' }).queryKey)).toEqual(page)
  })

  test('keeps the items that have not changed when it is fetched again', async () => {
    await create('stable')
    const list = queries.users.list({ username: 'stable' })
    await cache.fetchQuery(list)
    const before = cache.getQueryData(list.queryKey)
    await cache.fetchQuery(list)
    expect(cache.getQueryData(list.queryKey)).toBe(before)
    expect(requested).toHaveLength(2)
  })

  test('fails with the error of its operation, after one request', async () => {
    const result = await watch(queries.users.get('nobody'))
    expect(result().error).toMatchObject({ name: 'ApiError', code: 'user_not_found', operation: 'users.get' })
    expect(requested).toEqual(['GET acme/users/nobody'])
  })

  test('is repeated by the client alone', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const fetch = vi.fn<() => Promise<Response>>().mockRejectedValue(new TypeError('reset'))
    const result = await watch(connect('acme', { fetch }).users.get('a'))
    expect(result()).toMatchObject({ failureCount: 1, error: { name: 'ConnectionError' } })
    expect(fetch).toHaveBeenCalledTimes(3)
  })

  test.each([
    ['is cancelled', async (filter: readonly unknown[]) => cache.cancelQueries({ queryKey: filter })],
    ['is no longer looked at', () => watched.splice(0).forEach((stop) => stop())],
  ])('ends its request when it %s', async (_how, end) => {
    const { promise: sent, resolve } = Promise.withResolvers<AbortSignal>()
    const fetch = (request: Request) => {
      resolve(request.signal)
      return new Promise<never>(() => {})
    }
    const stalled = connect('acme', { fetch })
    const observer = new QueryObserver(cache, stalled.users.list())
    watched.push(observer.subscribe(() => {}))
    const signal = await sent
    expect(signal.aborted).toBe(false)
    await end(stalled.users.key)
    expect(signal.aborted).toBe(true)
  })
})

describe('an infinite list', () => {
  test('has every item once, page after page, until there is no more', async () => {
    const names = ['Alpha', 'Beta', 'Delta', 'Epsilon', 'Gamma']
    for (const name of names) await service.acme().agents.create({ ...human, name })
    const observer = new InfiniteQueryObserver(
      cache,
      queries.agents.listInfinite({ type: 'HUMAN', size: 2, sort: 'name,asc' }),
    )
    watched.push(observer.subscribe(() => {}))
    await observer.fetchNextPage()
    while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage()
    const { pages = [] } = observer.getCurrentResult().data ?? {}
    expect(pages.map(({ items }) => items.map(({ name }) => name))).toEqual([
      ['Alpha', 'Beta'],
      ['Delta', 'Epsilon'],
      ['Gamma'],
    ])
    expect(requested).toHaveLength(3)
  })

  test('without a count goes on as well', async () => {
    const { id } = await service.acme().twuModels.create(completeInput())
    await service.acme().twuModels.publish(id)
    await service.acme().twuModels.versions.create(id, completeInput())
    const { pages } = await cache.fetchInfiniteQuery({
      ...queries.twuModels.versions.listInfinite(id, { size: 1 }),
      pages: 9,
    })
    expect(pages.map(({ items }) => items.map(({ version }) => version))).toEqual([[2], [1]])
  })
})

describe('a create', () => {
  test('is done when the list on the screen has it', async () => {
    await create('before')
    const list = await watch(queries.users.list())
    const created = await mutate(queries.users.create(), { body: userInput('after') })
    expect(list().data?.items).toContainEqual(created)
  })

  test('fetches infinite lists again too, and leaves alone what it cannot have touched', async () => {
    const old = await create('old')
    const pages = new InfiniteQueryObserver(cache, queries.users.listInfinite({ size: 1 }))
    watched.push(pages.subscribe(() => {}))
    await pages.fetchNextPage()
    await cache.fetchQuery(queries.users.get(old.id))
    await cache.fetchQuery(queries.agents.list())
    await mutate(queries.users.create(), { body: userInput('newest') })
    expect(pages.getCurrentResult().data?.pages[0]?.items[0]?.username).toBe('newest')
    expect(isStale(queries.users.get(old.id))).toBe(false)
    expect(isStale(queries.agents.list())).toBe(false)
  })

  test('that failed says why, and is sent once with one Idempotency-Key', async () => {
    await create('twin')
    requested = []
    const failed = mutate(queries.users.create(), { body: userInput('twin', { email: 'b@example.com' }) })
    await expect(failed).rejects.toMatchObject({ code: 'username_taken', operation: 'users.create' })
    expect(requested).toEqual(['POST acme/users'])
  })

  test('takes an Idempotency-Key of the caller', async () => {
    const variables = { body: human, idempotencyKey: 'once' }
    const first = await mutate(queries.agents.create(), variables)
    expect(await mutate(queries.agents.create(), variables)).toEqual(first)
  })
})

describe('an update', () => {
  test('with an old version is a 412, after which the current one is on the screen', async () => {
    const { id } = await service.acme().agents.create(summariser)
    const agent = await watch(queries.agents.getWithVersion(id))
    const ifMatch = agent().data?.version
    await service.acme().agents.update(id, { ...summariser, name: 'Faster' })
    const late = mutate(queries.agents.update(), { agentId: id, body: summariser, ifMatch })
    await expect(late).rejects.toMatchObject({ code: 'precondition_failed', status: 412 })
    expect(agent().data?.data.name).toBe('Faster')

    const current = { agentId: id, body: summariser, ifMatch: agent().data?.version }
    expect((await mutate(queries.agents.update(), current)).name).toBe(summariser.name)
    expect(agent().data?.version).not.toBe(current.ifMatch)
  })
})

describe('a write that gives its version', () => {
  test('can be undone as long as nobody else has changed anything', async () => {
    const { id } = await service.acme().agents.create(summariser)
    const { data: before, version: ifMatch } = await cache.fetchQuery(queries.agents.getWithVersion(id))
    const body = { ...summariser, name: 'Renamed' }
    const saved = await mutate(queries.agents.updateWithVersion(), { agentId: id, body, ifMatch })
    expect(saved.data.name).toBe('Renamed')

    const undo = { agentId: id, body: before, ifMatch: saved.version }
    const undone = await mutate(queries.agents.updateWithVersion(), undo)
    expect(undone.data.name).toBe(before.name)
    await expect(mutate(queries.agents.updateWithVersion(), undo)).rejects.toMatchObject({ status: 412 })
    expect(await cache.fetchQuery(queries.agents.getWithVersion(id))).toEqual(undone)
  })

  test('brings the screen up to date as the plain one does, and after a failure too', async () => {
    const ada = await create('ada-4')
    const user = await watch(queries.users.getWithVersion(ada.id))
    const change = { userId: ada.id, body: { name: 'Augusta' }, ifMatch: user().data?.version }
    const saved = await mutate(queries.users.updateWithVersion(), change)
    expect(user().data).toEqual(saved)

    await service.acme().users.update(ada.id, { name: 'Elsewhere' })
    const late = mutate(queries.users.updateWithVersion(), { ...change, ifMatch: saved.version })
    await expect(late).rejects.toMatchObject({ code: 'precondition_failed', operation: 'users.update' })
    expect(user().data?.data.name).toBe('Elsewhere')
  })

  test('of a creation is the version that a read gives and that the next update takes', async () => {
    const user = await mutate(queries.users.createWithVersion(), { body: userInput('new-one') })
    expect(await cache.fetchQuery(queries.users.getWithVersion(user.data.id))).toEqual(user)

    const { id: modelId } = await service.acme().twuModels.create(completeInput('New'))
    const published = await mutate(queries.twuModels.publishWithVersion(), { modelId })
    const number = published.data.version
    const read = queries.twuModels.versions.getWithVersion(modelId, number)
    expect(await cache.fetchQuery(read)).toEqual(published)
    const variables = { modelId, version: number, ifMatch: published.version }
    const archived = await mutate(queries.twuModels.versions.archiveWithVersion(), variables)
    expect(archived.data.status).toBe('archived')
    expect(archived.version).not.toBe(published.version)
  })

  test('is found by the key of the plain one', async () => {
    await mutate(queries.agents.createWithVersion(), { body: human })
    const { mutationKey } = queries.agents.create()
    expect(cache.getMutationCache().findAll({ mutationKey })).toHaveLength(1)
    expect(cache.getMutationCache().findAll({ mutationKey: queries.agents.update().mutationKey })).toEqual([])
  })
})

describe('an action', () => {
  test('on an integration brings the integration and its lists up to date', async () => {
    const { id } = await service.acme().integrations.create(slack)
    const integration = await watch(queries.integrations.get(id))
    const disabled = await watch(queries.integrations.list({ status: 'inactive' }))
    await mutate(queries.integrations.disable(), { integrationId: id })
    expect(integration().data?.status).toBe('inactive')
    expect(disabled().data?.items.map((item) => item.id)).toEqual([id])
    await mutate(queries.integrations.enable(), { integrationId: id })
    expect(integration().data?.status).not.toBe('inactive')
    expect(disabled().data?.items).toEqual([])
  })

  test('on a model brings the model, its versions and each of them up to date, and no other model', async () => {
    const [model, other] = [
      await service.acme().twuModels.create(completeInput('One')),
      await service.acme().twuModels.create(completeInput('Two')),
    ]
    await cache.fetchQuery(queries.twuModels.get(other.id))
    const version = await watch(queries.twuModels.versions.get(model.id, 1))
    const versions = await watch(queries.twuModels.versions.list(model.id))
    await mutate(queries.twuModels.publish(), { modelId: model.id })
    expect(version().data?.status).toBe('published')
    expect(versions().data?.items[0]?.status).toBe('published')
    expect(isStale(queries.twuModels.get(other.id))).toBe(false)
  })
})

describe('a delete', () => {
  test('takes the item out of the lists and the cache, and asks for it no more', async () => {
    const [seen, unseen] = [
      await service.acme().agents.create(summariser),
      await service.acme().agents.create(summariser),
    ]
    const list = await watch(queries.agents.list({ name: 'summariser' }))
    const agent = await watch(queries.agents.get(seen.id))
    await cache.fetchQuery(queries.agents.get(unseen.id))
    requested = []
    await mutate(queries.agents.delete(), { agentId: seen.id })
    await mutate(queries.agents.delete(), { agentId: unseen.id })
    const ids = list().data?.items.map(({ id }) => id)
    expect(ids).not.toContain(seen.id)
    expect(ids).not.toContain(unseen.id)
    expect(agent()).toMatchObject({ data: seen, error: null })
    expect(cache.getQueryData(queries.agents.get(unseen.id).queryKey)).toBeUndefined()
    expect(requested.filter((line) => line.startsWith('GET acme/agents/'))).toEqual([])
  })

  test('that failed takes nothing away', async () => {
    const { id } = await service.acme().agents.create(summariser)
    await cache.fetchQuery(queries.agents.get(id))
    await expect(mutate(queries.agents.delete(), { agentId: id, ifMatch: '"of another time"' })).rejects.toMatchObject({
      status: 412,
    })
    expect(cache.getQueryData(queries.agents.get(id).queryKey)).toBeDefined()
    expect(isStale(queries.agents.get(id))).toBe(true)
  })
})

describe('keys', () => {
  test('of two instances and of two services never meet', async () => {
    const elsewhere = createQueries(createClient({ baseUrl: 'http://127.0.0.1:1', token: 't' }), 'acme')
    const other = connect('other')
    const mine = await create('mine')
    await cache.fetchQuery(queries.users.list())
    expect((await cache.fetchQuery(other.users.list())).items).toEqual([])
    expect(cache.getQueryData(elsewhere.users.list().queryKey)).toBeUndefined()
    await mutate(queries.users.update(), { userId: mine.id, body: { name: 'Mine' } })
    expect([isStale(queries.users.list()), isStale(other.users.list())]).toEqual([true, false])
  })

  test('begin with instance, resource and operation, and are filters for each', async () => {
    const everything = [
      queries.users.list({ enabled: true }),
      queries.users.list(),
      queries.agents.list(),
      connect('other').users.list(),
    ]
    const chosen = async (queryKey: readonly unknown[]) => {
      cache.clear()
      for (const options of everything) await fetchAny(options)
      await cache.invalidateQueries({ queryKey })
      return everything.map(isStale)
    }
    expect(await chosen(queries.key)).toEqual([true, true, true, false])
    expect(await chosen(queries.users.key)).toEqual([true, true, false, false])
    expect(await chosen(queries.users.list().queryKey)).toEqual([true, true, false, false])
    expect(await chosen(queries.users.list({ enabled: true }).queryKey)).toEqual([true, false, false, false])
  })

  test('are the same for filters that ask for the same', () => {
    const key = (query: { enabled?: boolean | undefined }) =>
      cache.getQueryCache().build(cache, queries.users.list(query)).queryHash
    expect(key({ enabled: undefined })).toBe(key({}))
    expect(key({ enabled: true })).not.toBe(key({}))
  })
})

test('the hooks of React take the options as they are', async () => {
  const ada = await create('ada-3')
  await cache.fetchQuery(queries.users.get(ada.id))
  await cache.fetchInfiniteQuery(queries.users.listInfinite({ username: 'ada-3' }))
  function Screen() {
    const user = useQuery(queries.users.get(ada.id))
    const list = useInfiniteQuery(queries.users.listInfinite({ username: 'ada-3' }))
    const update = useMutation(queries.users.update())
    const count = list.data?.pages.flatMap(({ items }) => items).length
    return createElement('p', null, `${user.data?.username} ${count} ${update.status}`)
  }
  const html = renderToString(createElement(QueryClientProvider, { client: cache }, createElement(Screen)))
  expect(html).toBe('<p>ada-3 1 idle</p>')
})

const create = (username: string) => service.acme().users.create(userInput(username))

/** Puts a read on the screen: resolves with how to look at it, once there is something to see. */
async function watch<Data, Code extends string>(options: ReadOptions<Data, Code>) {
  const observer = new QueryObserver(cache, options)
  await new Promise<void>((resolve) => {
    watched.push(observer.subscribe(({ fetchStatus }) => fetchStatus === 'idle' && resolve()))
  })
  return () => observer.getCurrentResult()
}

function mutate<Variables, Data, Code extends string>(
  options: WriteOptions<Variables, Data, Code>,
  variables: Variables,
): Promise<Data> {
  return new MutationObserver(cache, options).mutate(variables)
}

interface AnyRead {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<unknown>
}

const fetchAny = ({ queryKey, queryFn }: AnyRead) => cache.fetchQuery({ queryKey, queryFn })

const isStale = ({ queryKey }: AnyRead) => cache.getQueryState(queryKey)?.isInvalidated
