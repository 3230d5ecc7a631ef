import type { PageInfo } from '../../spec/gen/openapi.gen.ts'

export type { PageInfo }

/**
 * A call that is already running: the method sends the request at once. Rejects with ApiError, ConnectionError or
 * `signal.reason`.
 */
export interface Call<Data> extends Promise<Data> {
  /** The data with its response and request id. Sends no second request. */
  withResponse(): Promise<Answer<Data>>
}

export interface VersionedCall<Data> extends Promise<Data> {
  /** The data with its version, which an update sends as `ifMatch`. Sends no second request. */
  withResponse(): Promise<VersionedAnswer<Data>>
}

/** `await` gives the first page; `for await` gives every item of every page. */
export interface ListCall<Item, Info = PageInfo> extends Call<Page<Item, Info>>, AsyncIterable<Item> {}

export interface Page<Item, Info = PageInfo> {
  items: Item[]
  /**
   * `page.next` is the `cursor` that a later `list` goes on from. Every page before the last one is full, but for one of
   * large items, which ends before it has more than 1 MiB. A page that was asked for by number is full, or refused with
   * `page_too_large`.
   */
  page: Info
  /** Fetches the following page; null at the end. */
  next(): Promise<Page<Item, Info> | null>
}

/** The page information of a list without a total: only the cursor of the next page, null at the end. */
export interface CursorInfo {
  next: string | null
}

export interface Answer<Data> {
  data: Data
  /** The id of the request in the service's log. */
  requestId: string | null
  /** Status and headers. The body has already been read; that of a file is `data`. */
  response: Response
}

/** A download, as a stream of its bytes. */
export interface FileCall extends Promise<ReadableStream<Uint8Array>> {
  /** The stream with the name that the service gives the file. Sends no second request. */
  withResponse(): Promise<FileAnswer>
}

export interface FileAnswer extends Answer<ReadableStream<Uint8Array>> {
  /** The name in `Content-Disposition`; null when a proxy on the way removed the header. */
  fileName: string | null
}

export interface VersionedAnswer<Data> extends Answer<Data> {
  /** The `ETag` of the data, not the number of a TWU model version; null when a proxy on the way removed the header. */
  version: string | null
}

export interface CallOptions {
  /** Ends the call at once, also while the call waits. The call rejects with `signal.reason`. */
  signal?: AbortSignal | undefined
  /** Overrides the client's `timeoutMs` for this call. */
  timeoutMs?: number | undefined
  /** Overrides the client's `attemptTimeoutMs` for this call. */
  attemptTimeoutMs?: number | undefined
  /** Overrides the client's `maxRetries` for this call. */
  maxRetries?: number | undefined
}

export interface ChangeOptions extends CallOptions {
  /**
   * The `version` on which the change is based. Rejects with `precondition_failed` when another caller has changed the
   * resource since. The client does not repeat such a change after a lost answer: it could not tell its own first attempt
   * from the change of another caller.
   */
  ifMatch?: string | null | undefined
}

export interface PostOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters; default: 128 random bits. All retries of the call send the same key. */
  idempotencyKey?: string | undefined
}

/**
 * Options of a change of state, such as a publication. Because of its key the client repeats it after a lost answer, and it
 * still happens once.
 */
export interface TransitionOptions extends PostOptions {
  /**
   * The `version` on which the change is based. Rejects with `precondition_failed` when another caller has changed the
   * resource since.
   */
  ifMatch?: string | null | undefined
}
