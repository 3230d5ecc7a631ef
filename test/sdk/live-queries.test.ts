import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { asObject } from '../../contract/json.ts'
import { createClient, type Hook, type Resources } from '../../sdk/src/index.ts'
import { followChanges } from '../../sdk/src/react-query/follow-changes.ts'
import { createQueries, type WriteOptions } from '../../sdk/src/react-query/index.ts'
import { keysAfterChange } from '../../sdk/src/react-query/refresh.ts'
import { createTestServer, type TestServer } from '../../sdk/src/testing/index.ts'
import { human } from '../helpers/data/agents.ts'
import { slack } from '../helpers/data/integrations.ts'
import { completeInput } from '../helpers/data/twu-models.ts'
import { userInput } from '../helpers/data/users.ts'
import { until } from '../helpers/until.ts'

/** What tabs fetch again when somebody changes something. Locks and channels are those of Node, which are those of browsers. */
let server: TestServer
let other: Resources
let tabs: Tab[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  server = createTestServer({ instances: { acme: {} } })
  other = createClient({ baseUrl: 'https://admin.test', token: 'any', fetch: server.fetch }).instance('acme')
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a change of another', () => {
  test('has what it made stale fetched again, and nothing else', async () => {
    const [changed, same] = [await other.agents.create(human), await other.agents.create(human)]
    const tab = await openTab()
    const { agents, users } = tab.queries
    await tab.show(agents.list({ type: 'HUMAN' }), agents.getWithVersion(changed.id), agents.get(same.id), users.list())
    await other.agents.update(changed.id, { ...human, name: 'Renamed' })
    expect(await tab.settled()).toEqual(['/agents', `/agents/${changed.id}`])
    expect(tab.cache.getQueryData(agents.getWithVersion(changed.id).queryKey)?.data.name).toBe('Renamed')
  })

  test('is told of resources of every type', async () => {
    const tab = await openTab()
    const { users, integrations, twuModels, changes } = tab.queries
    const user = await other.users.create(userInput('ada'))
    const integration = await other.integrations.create(slack)
    const model = await other.twuModels.create(completeInput())
    await tab.settled()
    await tab.show(users.get(user.id), integrations.list(), twuModels.versions.list(model.id), changes.list())
    await other.users.update(user.id, { enabled: false })
    expect(await tab.settled()).toEqual(['/changes', `/users/${user.id}`])
    await other.integrations.delete(integration.id)
    expect(await tab.settled()).toEqual(['/changes', '/integrations'])
    await other.twuModels.publish(model.id)
    await other.twuModels.versions.create(model.id, completeInput())
    expect(await tab.settled()).toEqual(['/changes', `/twu-models/${model.id}/versions`])
  })

  test('of the whole ledger reaches all of it, of an unknown type only the list of changes', () => {
    const keysOf = (type: string) => keysAfterChange({ ...notice, resource: { type, id: 'x' } }, [], undefined)
    expect(keysOf('work_ledger')).toEqual(
      expect.arrayContaining([
        ['workLedger', 'list'],
        ['workLedger', 'get'],
        ['workLedger', 'summarise'],
      ]),
    )
    expect(keysOf('webhook')).toEqual(
      expect.arrayContaining([
        ['webhooks', 'list'],
        ['webhooks', 'get', 'x'],
        ['webhooks', 'deliveries', 'list', 'x'],
      ]),
    )
    expect(keysOf('model_price')).toEqual([
      ['modelPrices', 'list'],
      ['changes', 'list'],
    ])
    expect(keysOf('mcp_access')).toEqual([
      ['mcpAccess', 'get'],
      ['changes', 'list'],
    ])
    for (const type of ['instance', 'hologram', 'constructor']) expect(keysOf(type)).toEqual([['changes', 'list']])
  })

  test('of the own user reaches who calls, of another user not', async () => {
    const tab = await openTab()
    const [own, another] = [await other.users.create(userInput('own')), await other.users.create(userInput('another'))]
    await tab.settled()
    const { queryKey } = tab.queries.me()
    const me = await other.me()
    tab.cache.setQueryData(queryKey, { ...me, kind: 'user', user: own })
    await other.users.update(another.id, { enabled: false })
    await tab.settled()
    expect(tab.cache.getQueryState(queryKey)?.isInvalidated).toBe(false)
    await other.users.update(own.id, { roles: ['Viewer'] })
    await tab.settled()
    expect(tab.cache.getQueryState(queryKey)?.isInvalidated).toBe(true)
  })

  test('comes in a burst: what it made stale is fetched once', async () => {
    const tab = await openTab()
    await tab.show(tab.queries.agents.list())
    await Promise.all(Array.from({ length: 20 }, () => other.agents.create(human)))
    expect(await tab.settled()).toEqual(['/agents'])
  })

  test('that a first fetch under way may not have seen is fetched after it', async () => {
    const gate = Promise.withResolvers<void>()
    const late: Hook = async (request, next) => {
      const response = await next(request)
      if (request.url.includes('/agents')) await gate.promise
      return response
    }
    const tab = await openTab({ use: [late] })
    const shown = tab.show(tab.queries.agents.list())
    const loaded = tab.cache.prefetchQuery(tab.queries.agents.list({ active: false }))
    await passTime()
    await other.agents.create(human)
    await passTime()
    gate.resolve()
    await Promise.all([shown, loaded])
    expect(tab.cache.getQueryData(tab.queries.agents.list().queryKey)?.items).toHaveLength(1)
    expect(tab.cache.getQueryState(tab.queries.agents.list({ active: false }).queryKey)?.isInvalidated).toBe(true)
  })

  test('while something is fetched does not abort that, and is fetched after it', async () => {
    let held: (() => void)[] | null = null
    const slow: Hook = async (request, next) => {
      if (held && request.url.includes('/agents')) await new Promise<void>((resolve) => held?.push(resolve))
      request.signal.throwIfAborted()
      return next(request)
    }
    const tab = await openTab({ use: [slow] })
    await tab.show(tab.queries.agents.list())
    const requests: (() => void)[] = (held = [])
    for (let at = 0; at < 8; at += 1) {
      await other.agents.create(human)
      await passTime()
      expect(requests).toHaveLength(1)
      if (at % 4 === 3) requests.pop()?.()
    }
    await passTime()
    requests.pop()?.()
    // One for the first, one for the three that came during that, and one for the others.
    expect(await tab.settled()).toEqual(['/agents', '/agents', '/agents'])
    expect(tab.cache.getQueryData(tab.queries.agents.list().queryKey)?.items).toHaveLength(8)
    expect(tab.aborted()).toEqual([])
  })
})

describe('a change of one’s own', () => {
  test('by a mutation is fetched once, by the mutation', async () => {
    const tab = await openTab()
    await tab.show(tab.queries.agents.list(), tab.queries.changes.list())
    const { id } = await tab.mutate(tab.queries.agents.create(), { body: human })
    expect(await tab.settled()).toEqual(['/agents', '/changes'])
    await tab.mutate(tab.queries.agents.updateWithVersion(), { agentId: id, body: { ...human, name: 'Mine' } })
    expect(await tab.settled()).toEqual(['/agents', '/changes'])
  })

  test('in another tab, or by another call, is one of another', async () => {
    const [tab, second] = [await openTab(), await openTab()]
    await tab.show(tab.queries.agents.list())
    await second.mutate(second.queries.agents.create(), { body: human })
    expect(await tab.settled()).toEqual(['/agents'])
    await tab.acme.agents.create(human)
    expect(await tab.settled()).toEqual(['/agents'])
  })
})

describe('everything is fetched again', () => {
  test('when the stream begins, as nobody knows what was changed since it was read', async () => {
    const tab = await openTab({ isWaiting: false })
    await tab.show(tab.queries.agents.list(), tab.queries.users.list())
    expect(await tab.settled()).toEqual(['/agents', '/agents', '/users', '/users'])
  })

  test('when the changes since are no longer kept, as after a restore', async () => {
    await other.agents.create(human)
    const tab = await openTab()
    await tab.show(tab.queries.agents.list(), tab.queries.users.list())
    server.reset()
    expect(await tab.settled()).toEqual(['/agents', '/users'])
    await other.agents.create(human)
    expect(await tab.settled()).toEqual(['/agents'])
  })
})

describe('a page that is not seen', () => {
  test('has no stream, and goes on from its position', async () => {
    await other.agents.create(human)
    const tab = await openTab()
    await tab.show(tab.queries.agents.list(), tab.queries.users.list())
    expect(tab.open()).toEqual([null])
    tab.page.hide()
    expect(tab.open()).toEqual([])
    await other.agents.create(human)
    expect(await tab.settled()).toEqual([])
    tab.page.show()
    expect(await tab.settled()).toEqual(['/agents'])
    expect(tab.open()).toEqual(['1'])
  })

  test('from the beginning has none at all', async () => {
    const tab = await openTab({ isWaiting: false, isHidden: true })
    await tab.show(tab.queries.agents.list())
    expect(await tab.settled()).toEqual(['/agents'])
    expect(tab.open()).toEqual([])
  })
})

describe('tabs of one browser', () => {
  test('share one stream, and each fetches what it shows', async () => {
    const [first, second, third] = [await openTab(), await openTab(), await openTab()]
    await first.show(first.queries.agents.list())
    await third.show(third.queries.agents.list(), third.queries.users.list())
    expect([first, second, third].map((tab) => tab.open())).toEqual([[null], [], []])
    await other.agents.create(human)
    expect(await first.settled()).toEqual(['/agents'])
    expect(await second.settled()).toEqual([])
    expect(await third.settled()).toEqual(['/agents'])
  })

  test.each(['closes', 'is hidden'])('go on without a gap when the one with the stream %s', async (what) => {
    const [first, second, third] = [await openTab(), await openTab(), await openTab()]
    await other.agents.create(human)
    await third.settled()
    await third.show(third.queries.agents.list(), third.queries.users.list())
    if (what === 'closes') first.close()
    else first.page.hide()
    await other.agents.create(human)
    expect(await third.settled()).toEqual(['/agents'])
    await until(() => expect([...second.open(), ...third.open()]).toEqual(['1']))
    expect(first.open()).toEqual([])
  })

  test('lead again from where they were, although another has gone on', async () => {
    const [first, second] = [await openTab(), await openTab()]
    await first.show(first.queries.agents.list(), first.queries.users.list())
    first.page.hide()
    await until(() => expect(second.open()).toEqual(['0']))
    await second.show(second.queries.agents.list())
    await other.agents.create(human)
    expect(await second.settled()).toEqual(['/agents'])
    first.page.show()
    expect(await first.settled()).toEqual(['/agents'])
    expect([first.open(), second.open()]).toEqual([['0'], []])
    expect(await second.settled()).toEqual([])
    await other.users.create(userInput('ada'))
    expect(await first.settled()).toEqual(['/users'])
    first.close()
    await until(() => expect(second.open()).toEqual(['2']))
  })

  test('of two persons have a stream each', async () => {
    const somebody: Hook = async (request, next) => {
      const response = await next(request)
      if (!request.url.endsWith('/me')) return response
      return Response.json({ ...asObject(await response.json()), subject: 'somebody' })
    }
    const [first, second] = [await openTab(), await openTab({ use: [somebody] })]
    expect([first.open(), second.open()]).toEqual([[null], [null]])
  })

  test('have a stream each where the browser cannot share', async () => {
    vi.stubGlobal('navigator', {})
    const [first, second] = [await openTab(), await openTab()]
    await second.show(second.queries.agents.list())
    expect([first.open(), second.open()]).toEqual([[null], [null]])
    await other.agents.create(human)
    expect(await second.settled()).toEqual(['/agents'])
  })
})

test('what ends it is told, and it begins again when the page is seen again', async () => {
  const tab = await openTab()
  await tab.show(tab.queries.agents.list())
  server.respondOnce('changes.watch', { status: 403 })
  tab.page.hide()
  tab.page.show()
  await until(() => expect(tab.failure()).toMatchObject({ operation: 'changes.watch', code: 'role_missing' }))
  await other.agents.create(human)
  tab.page.hide()
  tab.page.show()
  expect(tab.failure()).toBeNull()
  expect(await tab.settled()).toEqual(['/agents'])
})

const notice = {
  sequence: 1,
  at: '2026-11-25T00:00:00.000Z',
  kind: 'updated',
  version: null,
  etag: null,
  requestId: null,
}

/**
 * Passes a quarter of a second of the time that the tabs wait. Nothing here waits for another process: turns of the event loop
 * bring whatever is under way, however slow the machine.
 */
async function passTime(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(5)
  }
}

/** A tab that follows the changes, and has read everything once since. */
async function openTab({ use = [], isHidden = false, isWaiting = true }: TabOptions = {}) {
  const page = new FakePage(isHidden)
  const streams = new Set<{ after: string | null }>()
  const fetched: string[] = []
  const aborted: string[] = []
  let failure: unknown = null
  const watching: Hook = async (request, next) => {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.replace('/instances/acme', '')
    if (request.method === 'GET' && !['/me', '/changes/stream'].includes(path)) fetched.push(path)
    const response = await next(request).catch((error: unknown) => {
      if (request.signal.aborted && path !== '/changes/stream') aborted.push(path)
      throw error
    })
    if (path !== '/changes/stream' || !response.ok) return response
    const stream = { after: searchParams.get('after') }
    streams.add(stream)
    return new Response(
      whenLeft(response.body ?? expect.fail(), () => streams.delete(stream)),
      response,
    )
  }
  const client = createClient({
    baseUrl: 'https://admin.test',
    token: 'any',
    fetch: server.fetch,
    use: [watching, ...use],
  })
  const cache = new QueryClient()
  const queries = createQueries(client, 'acme')
  const observed: (() => void)[] = []
  const unfollow = followChanges(client, 'acme', cache, (error) => (failure = error), page)
  /** What was fetched since it was last asked, each once as nothing is fetched twice, when nothing more comes. */
  async function settled(): Promise<string[]> {
    let seen = -1
    while (seen !== fetched.length || cache.isFetching() > 0) {
      seen = fetched.length
      await passTime()
    }
    return fetched.splice(0).toSorted()
  }
  const tab = {
    page,
    cache,
    queries,
    acme: client.instance('acme'),
    settled,
    failure: () => failure,
    aborted: () => aborted,
    /** The positions of the streams that are open. */
    open: () => [...streams].map(({ after }) => after?.split('-')[0] ?? null),
    async show(...shown: AnyRead[]) {
      for (const options of shown) observed.push(new QueryObserver(cache, options).subscribe(() => {}))
      if (isWaiting) await settled()
    },
    async mutate<Variables, Data, Code extends string>(
      options: WriteOptions<Variables, Data, Code>,
      variables: Variables,
    ): Promise<Data> {
      return cache.getMutationCache().build(cache, options).execute(variables)
    },
    close() {
      unfollow()
      for (const stop of observed.splice(0)) stop()
      cache.clear()
    },
  }
  tabs.push(tab)
  if (isWaiting) await settled()
  return tab
}

/** The stream; calls `left` when its reader leaves it. */
function whenLeft(body: ReadableStream<Uint8Array>, left: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) left()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel(reason) {
      left()
      return reader.cancel(reason)
    },
  })
}

class FakePage extends EventTarget {
  visibilityState: string
  constructor(isHidden: boolean) {
    super()
    this.visibilityState = isHidden ? 'hidden' : 'visible'
  }
  hide() {
    this.visibilityState = 'hidden'
    this.dispatchEvent(new Event('visibilitychange'))
  }
  show() {
    this.visibilityState = 'visible'
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

interface TabOptions {
  use?: readonly Hook[]
  isHidden?: boolean
  /** Whether to wait until all is quiet. */
  isWaiting?: boolean
}

interface Tab {
  close(): void
}

interface AnyRead {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<unknown>
}
