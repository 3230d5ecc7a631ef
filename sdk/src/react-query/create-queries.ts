import type { CallOptions, VersionedCall } from '../calls.ts'
import type { Client } from '../client.ts'
import { parametersOf } from '../ids.ts'
import type { Operation } from '../perform.ts'
import { table } from '../table.gen.ts'
import { trust } from '../trust.ts'
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
  for (const [name, operation] of Object.entries(table)) {
    // A file to download is neither a query nor a mutation.
    if (operation.answer === 'file') continue
    const { group, method, key, call } = placeOf(queries, instance, name)
    if (operation.method === 'GET') Object.assign(group, bindRead(operation, method, key, call))
    else group[method] = () => writeOptions(operation, queries.key, key, call)
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

/** Every way to look at a read. Which of them it has, the types say: not everything has a version that a change can name. */
function bindRead({ path, takesQuery, answer }: Operation, name: string, key: Key, call: Call) {
  const bind =
    <Options>(toOptions: (key: Key, call: Call, ids: unknown[], query: Query[]) => Options) =>
    (...given: unknown[]) => {
      const ids = given.slice(0, parametersOf(path).length)
      const query = takesQuery ? [trust<Query>(given[ids.length] ?? {})] : []
      return toOptions([...key, ...ids, ...query], call, ids, query)
    }
  return answer === 'data'
    ? { [name]: bind(dataOptions), [`${name}WithVersion`]: bind(versionedOptions) }
    : { [name]: bind(listOptions), [`${name}Infinite`]: bind(infiniteOptions) }
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

function writeOptions(write: Operation, scope: Key, key: Key, call: Call): AnyWrite {
  const parameters = parametersOf(write.path)
  return {
    mutationKey: key,
    mutationFn({ body, ...rest }) {
      const ids = parameters.map((id) => rest[id])
      const options = Object.fromEntries(Object.entries(rest).filter(([name]) => !parameters.includes(name)))
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
