import type { CallOptions, VersionedCall } from '../calls.ts'
import type { Client } from '../client.ts'
import { trust } from '../trust.ts'
import { reads, writes, type Read, type Write } from './declaration.gen.ts'
import type { InfiniteReadOptions, PageData, ReadOptions, Versioned, WriteOptions } from './options.ts'
import type { Queries } from './queries.gen.ts'
import { refresh, type Key, type Variables } from './refresh.ts'

/**
 * Options of TanStack Query for everything that an instance has. Reads go to `useQuery`, `useSuspenseQuery`,
 * `queryClient.fetchQuery` and their like, those named `...Infinite` to `useInfiniteQuery`, writes to `useMutation`.
 *
 * A key is `['instance-admin', baseUrl, instanceId, 'users', 'get', userId]`, or with the query of a list at its end:
 * what begins with `queries.key` is of this instance, with `queries.users.key` of its users, and
 * `queries.users.list().queryKey` matches every list of users unless `exact` is set.
 *
 * Throws TypeError for an instance id that would reach another path.
 * @example
 * const queries = createQueries(client, 'acme')
 *
 * function Users() {
 *   const users = useQuery(queries.users.list({ enabled: true }))
 *   const update = useMutation(queries.users.update())
 *   if (!users.data) return users.error?.message
 *   return users.data.items.map(({ id, username }) => (
 *     <button key={id} onClick={() => update.mutate({ userId: id, body: { enabled: false } })}>
 *       Disable {username}
 *     </button>
 *   ))
 * }
 */
export function createQueries(client: Client, instanceId: string): Queries {
  const instance = client.instance(instanceId)
  const queries: Group = { key: ['instance-admin', client.baseUrl, instanceId] }
  for (const [name, read] of Object.entries<Read>(reads)) {
    const { group, method, key, call } = placeOf(queries, instance, name)
    Object.assign(group, bindRead(read, method, key, call))
  }
  for (const [name, write] of Object.entries<Write>(writes)) {
    const { group, method, key, call } = placeOf(queries, instance, name)
    group[method] = () => writeOptions(write, queries.key, key, call)
  }
  return trust<Queries>(queries)
}

/** `twuModels.versions.list`: the group that it belongs to here, its key, and the client's own method. */
function placeOf(queries: Group, instance: unknown, name: string) {
  const names = name.split('.')
  const method = names.pop() ?? ''
  const group = groupOf(queries, names)
  const call: Call = (...given) => methodOf(instance, name)(...given)
  return { group, method, key: [...group.key, method], call }
}

function groupOf(queries: Group, names: readonly string[]): Group {
  return names.reduce((group, name) => {
    group[name] ??= { key: [...group.key, name] }
    return trust<Group>(group[name])
  }, queries)
}

function methodOf(instance: unknown, name: string): Call {
  return trust(name.split('.').reduce((group, part) => trust<Record<string, unknown>>(group)[part], instance))
}

function bindRead(read: Read, name: string, key: Key, call: Call) {
  const bind =
    <Options>(toOptions: (key: Key, call: Call, ids: unknown[], query: Query[]) => Options) =>
    (...given: unknown[]) => {
      const ids = given.slice(0, read.ids.length)
      const query = read.takesQuery ? [trust<Query>(given[ids.length] ?? {})] : []
      return toOptions([...key, ...ids, ...query], call, ids, query)
    }
  if (read.gives === 'list') return { [name]: bind(listOptions), [`${name}Infinite`]: bind(infiniteOptions) }
  if (read.gives === 'data') return { [name]: bind(dataOptions) }
  return { [name]: bind(dataOptions), [`${name}WithVersion`]: bind(versionedOptions) }
}

function dataOptions(key: Key, call: Call, ids: unknown[], query: Query[]): ReadOptions<unknown, string> {
  return {
    queryKey: trust(key),
    queryFn: ({ signal }) => call(...ids, ...query, { signal }),
    retry: never,
  }
}

function versionedOptions(key: Key, call: Call, ids: unknown[]): ReadOptions<Versioned<unknown>, string> {
  return {
    queryKey: trust([...key, 'version']),
    async queryFn({ signal }) {
      const { data, version } = await call(...ids, { signal }).withResponse()
      return { data, version }
    },
    retry: never,
  }
}

function listOptions(key: Key, call: Call, ids: unknown[], query: Query[]): ReadOptions<AnyPage, string> {
  return {
    queryKey: trust(key),
    queryFn: async ({ signal }) => toPageData(await call(...ids, ...query, { signal })),
    retry: never,
  }
}

function infiniteOptions(
  key: Key,
  call: Call,
  ids: unknown[],
  [query]: Query[],
): InfiniteReadOptions<AnyPage, string> {
  return {
    queryKey: trust([...key, 'infinite']),
    async queryFn({ signal, pageParam }) {
      return toPageData(await call(...ids, { ...query, cursor: pageParam ?? undefined }, { signal }))
    },
    initialPageParam: null,
    getNextPageParam: ({ page }) => page.next,
    retry: never,
  }
}

/** What a cache can compare, keep and restore: without `next`, which is a function. */
function toPageData(data: unknown): AnyPage {
  const { items, page } = trust<AnyPage>(data)
  return { items, page }
}

function writeOptions(write: Write, scope: Key, key: Key, call: Call): AnyWrite {
  return {
    mutationKey: key,
    mutationFn({ body, ...rest }) {
      const ids = write.ids.map((id) => rest[id])
      const options = Object.fromEntries(Object.entries(rest).filter(([name]) => !write.ids.includes(name)))
      return call(...ids, ...(write.takesBody ? [body] : []), options)
    },
    onSettled: (_data, error, variables, _onMutateResult, { client }) =>
      refresh(client, scope, write, variables, error === null),
    retry: never,
  }
}

const never = () => false

interface Group {
  key: Key
  [name: string]: unknown
}

type Call = (...given: unknown[]) => VersionedCall<unknown>

type Query = Readonly<Record<string, unknown>>

type AnyWrite = WriteOptions<Variables & CallOptions, unknown, string>

type AnyPage = PageData<unknown, { next: string | null }>
