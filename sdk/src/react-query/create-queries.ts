import type { CallOptions, VersionedCall } from '../calls.ts'
import type { Client } from '../client.ts'
import { parametersOf } from '../ids.ts'
import type { Operation } from '../perform.ts'
import { table } from '../table.gen.ts'
import { trust } from '../trust.ts'
import type { InfiniteReadOptions, PageData, ReadOptions, Versioned, WriteOptions } from './options.ts'
import type { Queries, ServiceQueries } from './queries.gen.ts'
import { noteOwn } from './own-requests.ts'
import { refresh, type Key, type Variables } from './refresh.ts'

/**
 * Creates options of TanStack Query for every operation on one instance. Pass options of reads to `useQuery`,
 * `useSuspenseQuery`, `queryClient.fetchQuery` and similar functions, those named `...Infinite` to `useInfiniteQuery`, and
 * those of writes to `useMutation`. Those named `...WithVersion` give the data with the version to send as `ifMatch`.
 *
 * A key is `['instance-admin', baseUrl, instanceId, 'users', 'get', userId]`; the key of a list ends with its query. All
 * keys of the instance begin with `queries.key`, all keys of its users with `queries.users.key`.
 * `queries.users.list().queryKey` matches every list of users unless `exact` is set.
 *
 * Throws TypeError for an instance id that would change the path, such as one with a slash.
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
  return trust<Queries>(bindQueries(client, instanceId, client.instance(instanceId)))
}

/**
 * Creates options of TanStack Query for what the service has outside of its instances. All keys begin with
 * `serviceQueries.key`, which is `['instance-admin', baseUrl, null]`.
 * @example
 * const serviceQueries = createServiceQueries(client)
 * const { data, error } = useQuery(serviceQueries.instances.list())
 */
export function createServiceQueries(client: Client): ServiceQueries {
  return trust<ServiceQueries>(bindQueries(client, null, client))
}

function bindQueries(client: Client, instanceId: string | null, methods: unknown): Group {
  const queries: Group = { key: ['instance-admin', client.baseUrl, instanceId] }
  for (const [name, operation] of Object.entries(table)) {
    if ((operation.isGlobal === true) !== (instanceId === null)) continue
    // A file to download and a stream are neither queries nor mutations.
    if (operation.answer === 'file' || operation.answer === 'events') continue
    // For `twuModels.versions.list`: `list` in the group `versions`.
    const names = name.split('.')
    const method = names.pop() ?? ''
    const group = groupOf(queries, names)
    const key = [...group.key, method]
    const call: Call = (...given) => methodOf(methods, name)(...given)
    const write: Call = (...given) => noteOwn(client, call(...given))
    const options =
      operation.method === 'GET'
        ? bindRead(operation, method, key, call)
        : bindWrite(operation, method, key, write, queries.key)
    Object.assign(group, options)
  }
  return queries
}

function groupOf(queries: Group, names: readonly string[]): Group {
  return names.reduce((group, name) => {
    group[name] ??= { key: [...group.key, name] }
    return trust<Group>(group[name])
  }, queries)
}

function methodOf(methods: unknown, name: string): Call {
  return trust(name.split('.').reduce((group, part) => trust<Record<string, unknown>>(group)[part], methods))
}

/** The options for every form of a read. The generated types show only the forms that exist: some data has no version. */
function bindRead({ path, takesQuery, answer }: Operation, name: string, key: Key, call: Call) {
  const bind =
    <Options>(toOptions: (key: Key, call: Call, ids: unknown[], query: Query[]) => Options) =>
    (...given: unknown[]) => {
      const ids = given.slice(0, parametersOf(path).length)
      const query = takesQuery ? [trust<Query>(given[ids.length] ?? {})] : []
      return toOptions([...key, ...ids, ...query], call, ids, query)
    }
  if (answer !== undefined) return { [name]: bind(listOptions), [`${name}Infinite`]: bind(infiniteOptions) }
  return {
    [name]: bind((key, call, ids, query) => readOptions(key, ({ signal }) => call(...ids, ...query, { signal }))),
    [`${name}WithVersion`]: bind((key, call, ids) =>
      readOptions([...key, 'version'], ({ signal }) => withVersion(call(...ids, { signal }))),
    ),
  }
}

function readOptions<Data>(key: Key, queryFn: ReadOptions<Data, string>['queryFn']): ReadOptions<Data, string> {
  return { queryKey: trust(key), queryFn, retry: never }
}

async function withVersion(call: VersionedCall<unknown>): Promise<Versioned<unknown>> {
  const { data, version } = await call.withResponse()
  return { data, version }
}

function listOptions(key: Key, call: Call, ids: unknown[], query: Query[]): ReadOptions<AnyPage, string> {
  return readOptions(key, async ({ signal }) => toPageData(await call(...ids, ...query, { signal })))
}

function infiniteOptions(key: Key, call: Call, ids: unknown[], [query]: Query[]): InfiniteReadOptions<AnyPage, string> {
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

/** The page as plain data: a cache cannot compare or store the function `next`. */
function toPageData(data: unknown): AnyPage {
  const { items, page } = trust<AnyPage>(data)
  return { items, page }
}

/**
 * The options for both forms of a write; the generated types show only the forms that exist. The key of the versioned form
 * begins with that of the plain one, so that a filter such as `useIsMutating` finds both.
 */
function bindWrite(write: Operation, name: string, key: Key, call: Call, scope: Key) {
  return {
    [name]: () => writeOptions(write, scope, key, call),
    [`${name}WithVersion`]: () =>
      writeOptions(write, scope, [...key, 'version'], (...given) => withVersion(call(...given))),
  }
}

function writeOptions(write: Operation, scope: Key, key: Key, call: Send): AnyWrite {
  const parameters = parametersOf(write.path)
  return {
    mutationKey: key,
    mutationFn({ body, query, ...rest }) {
      const ids = parameters.map((id) => rest[id])
      const options = Object.fromEntries(Object.entries(rest).filter(([name]) => !parameters.includes(name)))
      return call(...ids, ...(write.takesBody ? [body] : []), ...(write.takesQuery ? [query] : []), options)
    },
    onSettled: async (_data, error, variables, _onMutateResult, { client }) => {
      if (!write.isRead) await refresh(client, scope, write, variables, error === null)
    },
    retry: never,
  }
}

const never = () => false

interface Group {
  key: Key
  [name: string]: unknown
}

type Call = (...given: unknown[]) => VersionedCall<unknown>

type Send = (...given: unknown[]) => Promise<unknown>

type Query = Readonly<Record<string, unknown>>

type AnyWrite = WriteOptions<Variables & CallOptions, unknown, string>

type AnyPage = PageData<unknown, { next: string | null }>
