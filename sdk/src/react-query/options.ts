import type { DataTag, InfiniteData, QueryClient } from '@tanstack/react-query'
import type { PageInfo } from '../calls.ts'
import type { ApiError, ConnectionError } from '../errors.ts'

/**
 * Options for `useQuery` and similar hooks. Spread them to change one: `{ ...queries.users.get(id), staleTime: 60_000 }`.
 */
export interface ReadOptions<Data, Code extends string> {
  queryKey: DataTag<readonly unknown[], Data, CallError<Code>>
  /** Aborts the request when the query is cancelled or no component uses it any more. */
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
  /** Never retries: the client has already retried, at most `maxRetries` times. */
  retry: (failures: number, error: CallError<Code>) => boolean
  /** Free for you to set. The member is here because `useQueries` takes the type of its errors from it. */
  throwOnError?: (error: CallError<Code>) => boolean
}

/** Options for `useInfiniteQuery` and similar hooks. Every page begins at the cursor of the page before. */
export interface InfiniteReadOptions<Data, Code extends string> {
  queryKey: DataTag<readonly unknown[], InfiniteData<Data, string | null>, CallError<Code>>
  /** Aborts the request when the query is cancelled or no component uses it any more. */
  queryFn: (context: { signal: AbortSignal; pageParam: string | null }) => Promise<Data>
  initialPageParam: string | null
  getNextPageParam: (lastPage: Data) => string | null
  /** Never retries: the client has already retried, at most `maxRetries` times. */
  retry: (failures: number, error: CallError<Code>) => boolean
}

/** Options for `useMutation`. Spread them to add your own `onSuccess`, `onError` and `onMutate`. */
export interface WriteOptions<Variables, Data, Code extends string> {
  mutationKey: readonly unknown[]
  mutationFn: (variables: Variables) => Promise<Data>
  /**
   * Invalidates the reads that the write may have changed, also after a failure: the cause may be outdated data in the
   * cache. The mutation stays pending until the reads on the screen are fetched again.
   */
  onSettled: (
    data: Data | undefined,
    error: CallError<Code> | null,
    variables: Variables,
    onMutateResult: unknown,
    context: { client: QueryClient },
  ) => Promise<void>
  /** Never retries: a second run would be a second call with its own Idempotency-Key. The client retries safely. */
  retry: (failures: number, error: CallError<Code>) => boolean
}

/**
 * The errors of a call. An error from a hook or a token provider of the client is passed on unchanged and is not in this
 * type.
 */
export type CallError<Code extends string> = ApiError<Code> | ConnectionError

/** A page of a list as the cache holds it: plain data. */
export interface PageData<Item, Info = PageInfo> {
  items: Item[]
  page: Info
}

/**
 * Data with the version that an update sends as `ifMatch`; the version is null when a proxy on the way removed the header.
 */
export interface Versioned<Data> {
  data: Data
  version: string | null
}

/** The query of an infinite list, which always begins at the first page. */
export type FromStart<Query> = Omit<Query, 'page' | 'cursor'>
