import {
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'

import { expectTypeOf, test } from 'vitest'
import {
  createClient,
  type GetUserErrorCode,
  type ListUsersErrorCode,
  type UpdateUserErrorCode,
  type User,
} from '../../sdk/src/index.ts'
import {
  createQueries,
  type CallError,
  type PageData,
  type UpdateUserVariables,
  type Versioned,
} from '../../sdk/src/react-query/index.ts'

/** What the hooks make of the door's options, and what its types refuse. Nothing here runs: hooks need a component. */
const queries = createQueries(createClient({ baseUrl: 'http://127.0.0.1:1', token: 'token' }), 'acme')
const cache = new QueryClient()
const never = (_uncalled: () => unknown) => {}

test('a read gives its data and the codes of its operation to every hook', () => {
  never(() => {
    const { data, error } = useQuery(queries.users.get('a'))
    expectTypeOf(data).toEqualTypeOf<User | undefined>()
    expectTypeOf(error).toEqualTypeOf<CallError<GetUserErrorCode> | null>()
    if (error?.name === 'ApiError') expectTypeOf(error.code).toEqualTypeOf<GetUserErrorCode>()
  })
  never(() => {
    const { data, error } = useSuspenseQuery(queries.users.list({ enabled: true }))
    expectTypeOf(data).toEqualTypeOf<PageData<User>>()
    expectTypeOf(error).toEqualTypeOf<CallError<ListUsersErrorCode> | null>()
  })
  never(() => {
    const [user, list] = useQueries({ queries: [queries.users.get('a'), queries.users.list()] })
    expectTypeOf(user.data).toEqualTypeOf<User | undefined>()
    expectTypeOf(list.error).toEqualTypeOf<CallError<ListUsersErrorCode> | null>()
  })
  never(() => {
    const { data } = useQuery(queries.users.getWithVersion('a'))
    expectTypeOf(data).toEqualTypeOf<Versioned<User> | undefined>()
  })
})

test('an infinite list gives pages to every hook', () => {
  never(() => {
    const { data, error } = useInfiniteQuery(queries.users.listInfinite({ enabled: true }))
    expectTypeOf(data?.pages).toEqualTypeOf<PageData<User>[] | undefined>()
    expectTypeOf(error).toEqualTypeOf<CallError<ListUsersErrorCode> | null>()
  })
  never(() => {
    const { data } = useSuspenseInfiniteQuery({
      ...queries.users.listInfinite(),
      select: ({ pages }) => pages.flatMap(({ items }) => items),
    })
    expectTypeOf(data).toEqualTypeOf<User[]>()
  })
})

test('options can be spread, with the types of what is not replaced', () => {
  never(() => {
    const { data, error } = useQuery({ ...queries.users.get('a'), select: ({ name }) => name, retry: 2 })
    expectTypeOf(data).toEqualTypeOf<string | undefined>()
    expectTypeOf(error).toEqualTypeOf<CallError<GetUserErrorCode> | null>()
  })
  never(() => {
    const { data } = useQuery(queryOptions({ ...queries.users.get('a'), staleTime: 60_000 }))
    expectTypeOf(data).toEqualTypeOf<User | undefined>()
  })
  never(() =>
    useMutation({
      ...queries.users.update(),
      onMutate: ({ userId }) => ({ before: userId }),
      onError(error, _variables, result) {
        expectTypeOf(error).toEqualTypeOf<CallError<UpdateUserErrorCode>>()
        expectTypeOf(result).toEqualTypeOf<{ before: string } | undefined>()
      },
    }),
  )
})

test('keys tell the cache what they lead to', () => {
  never(async () => {
    const { queryKey } = queries.users.get('a')
    expectTypeOf(cache.getQueryData(queryKey)).toEqualTypeOf<User | undefined>()
    cache.setQueryData(queryKey, (user) => user && { ...user, name: 'Ada' })
    // @ts-expect-error not a user
    cache.setQueryData(queryKey, { name: 'Ada' })
    expectTypeOf(await cache.fetchQuery(queries.users.get('a'))).toEqualTypeOf<User>()
    const { pages } = await cache.fetchInfiniteQuery(queries.users.listInfinite())
    expectTypeOf(pages).toEqualTypeOf<PageData<User>[]>()
  })
})

test('a write takes ids, body and options by name, and gives the codes of its operation', () => {
  never(() => {
    const update = useMutation(queries.users.update())
    expectTypeOf(update.data).toEqualTypeOf<User | undefined>()
    expectTypeOf(update.error).toEqualTypeOf<CallError<UpdateUserErrorCode> | null>()
    expectTypeOf(update.variables).toEqualTypeOf<UpdateUserVariables | undefined>()
    update.mutate({ userId: 'a', body: { enabled: false }, ifMatch: '"1"' })
    expectTypeOf<'precondition_failed'>().toExtend<UpdateUserErrorCode>()
    // @ts-expect-error no body
    update.mutate({ userId: 'a' })
    // @ts-expect-error no id
    update.mutate({ body: {} })
    // @ts-expect-error misspelt field
    update.mutate({ userId: 'a', body: { enable: false } })
    // @ts-expect-error misspelt option
    update.mutate({ userId: 'a', body: {}, ifmatch: '"1"' })
    // @ts-expect-error an update has no key
    update.mutate({ userId: 'a', body: {}, idempotencyKey: 'k' })
  })
  never(() => {
    const { error } = useMutation(queries.users.create())
    // @ts-expect-error a create has no such error
    return error?.name === 'ApiError' && error.code === 'precondition_failed'
  })
})

test('a write whose answer has a version gives that too, with the same errors', () => {
  never(() => {
    const update = useMutation(queries.users.updateWithVersion())
    expectTypeOf(update.data).toEqualTypeOf<Versioned<User> | undefined>()
    expectTypeOf(update.error).toEqualTypeOf<CallError<UpdateUserErrorCode> | null>()
    expectTypeOf(update.variables).toEqualTypeOf<UpdateUserVariables | undefined>()
    const undo = () => update.mutate({ userId: 'a', body: {}, ifMatch: update.data?.version })
    // What was saved is what a read of it would give.
    const { queryKey } = queries.users.getWithVersion('a')
    const keep = () => cache.setQueryData(queryKey, update.data)
    return [undo, keep]
  })
  // A deletion leaves nothing, a test of a connection has no version, and no change takes that of a model.
  expectTypeOf(queries.agents).not.toHaveProperty('deleteWithVersion')
  expectTypeOf(queries.twuModels).not.toHaveProperty('createWithVersion')
  expectTypeOf(queries.integrations).not.toHaveProperty('testWithVersion')
})

test('filters are checked, and an infinite list begins at its beginning', () => {
  // @ts-expect-error misspelt filter
  never(() => queries.users.list({ usrname: 'ada' }))
  // @ts-expect-error no such sort field
  never(() => queries.users.list({ sort: 'password,asc' }))
  // @ts-expect-error no such status
  never(() => queries.workLedger.listInfinite({ status: 'done' }))
  // @ts-expect-error a page in the middle
  never(() => queries.users.listInfinite({ page: 3 }))
  // @ts-expect-error an id is missing
  never(() => queries.twuModels.versions.get('a'))
  // A file to download is no query.
  expectTypeOf(queries.workLedger).not.toHaveProperty('export')
})
