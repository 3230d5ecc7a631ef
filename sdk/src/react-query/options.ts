import type { DataTag, InfiniteData, QueryClient } from '@tanstack/react-query'
import type { PageInfo } from '../calls.ts'
import type { ApiError, ConnectionError } from '../errors.ts'

/** What `useQuery` and its relatives take. To change something, spread it: `{ ...queries.users.get(id), staleTime: 60_000 }`. */
export interface ReadOptions<Data, Code extends string> {
  queryKey: DataTag<readonly unknown[], Data, CallError<Code>>
  /** Ends the request when the query is cancelled or nobody looks at it any more. */
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
  /** Never: the client has repeated what is worth repeating, as often as its `maxRetries` says. */
  retry: (failures: number, error: CallError<Code>) => boolean
  /** Yours to set. Here it tells `useQueries` what its errors are. */
  throwOnError?: (error: CallError<Code>) => boolean
}

/** What `useInfiniteQuery` and its relatives take: every page goes on from the cursor of the one before. */
export interface InfiniteReadOptions<Data, Code extends string> {
  queryKey: DataTag<readonly unknown[], InfiniteData<Data, string | null>, CallError<Code>>
  /** Ends the request when the query is cancelled or nobody looks at it any more. */
  queryFn: (context: { signal: AbortSignal; pageParam: string | null }) => Promise<Data>
  initialPageParam: string | null
  getNextPageParam: (lastPage: Data) => string | null
  /** Never: the client has repeated what is worth repeating, as often as its `maxRetries` says. */
  retry: (failures: number, error: CallError<Code>) => boolean
}

/** What `useMutation` takes. Your own `onSuccess`, `onError` and `onMutate` can be spread in. */
export interface WriteOptions<Variables, Data, Code extends string> {
  mutationKey: readonly unknown[]
  mutationFn: (variables: Variables) => Promise<Data>
  /**
   * Whatever the outcome, invalidates what the call may have changed: after a failure the cache may be what was wrong.
   * The mutation is pending until what is on the screen has been fetched again.
   */
  onSettled: (
    data: Data | undefined,
    error: CallError<Code> | null,
    variables: Variables,
    onMutateResult: unknown,
    context: { client: QueryClient },
  ) => Promise<void>
  /** Never: a second run would be a second call, with an Idempotency-Key of its own. The client retries safely. */
  retry: (failures: number, error: CallError<Code>) => boolean
}

/**
 * What a call fails with. An error that a hook or the token provider of the client throws is passed on as it is, and
 * is the one thing that is not in this type.
 */
export type CallError<Code extends string> = ApiError<Code> | ConnectionError

/** A page of a list as it is cached: plain data. */
export interface PageData<Item, Info = PageInfo> {
  items: Item[]
  page: Info
}

/** Data with the version that an update of it sends as `ifMatch`; null when something on the way removed it. */
export interface Versioned<Data> {
  data: Data
  version: string | null
}

/** A list that is read page after page starts at its beginning. */
export type FromStart<Query> = Omit<Query, 'page' | 'cursor'>
