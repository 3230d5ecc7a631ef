import type { PageInfo } from '../../spec/openapi.gen.ts'

export type { PageInfo }

/** The request is on its way as soon as the method is called. Rejects with ApiError, ConnectionError or `signal.reason`. */
export interface Call<Data> extends Promise<Data> {
  /** The data with what came around it. No second request. */
  withResponse(): Promise<Answer<Data>>
}

export interface VersionedCall<Data> extends Promise<Data> {
  /** The data with its version, which an update sends as `ifMatch`. No second request. */
  withResponse(): Promise<VersionedAnswer<Data>>
}

/** Awaited, the first page; iterated with `for await`, every item of every page. */
export interface ListCall<Item, Info = PageInfo> extends Call<Page<Item, Info>>, AsyncIterable<Item> {}

export interface Page<Item, Info = PageInfo> {
  items: Item[]
  /**
   * `page.next` is the `cursor` that a later `list` goes on from. Every page before the last one is full, but for one of
   * large items, which ends before it has more than 1 MiB.
   */
  page: Info
  /** The page after this one; null at the end. */
  next(): Promise<Page<Item, Info> | null>
}

/** All that is known of a page whose list is not counted. */
export interface CursorInfo {
  next: string | null
}

export interface Answer<Data> {
  data: Data
  /** Names the request in the service's log. */
  requestId: string | null
  /** Status and headers. The body has been read already. */
  response: Response
}

export interface VersionedAnswer<Data> extends Answer<Data> {
  /**
   * The `ETag` of this state, not the number of a TWU model version; null when something between the service and here
   * removed it.
   */
  version: string | null
}

export interface CallOptions {
  /** Ends the call at once, waits included; it rejects with `signal.reason`. */
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
   * The `version` that the change is based on. Rejects with `precondition_failed` when somebody else was faster.
   * Such a change is not sent again after a lost answer: it could not tell its own first try from somebody else's.
   */
  ifMatch?: string | null | undefined
}

export interface PostOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters, by default 128 random bits. The same over all retries. */
  idempotencyKey?: string | undefined
}

/** Of a change from one state to another: with a key it is sent again after a lost answer, and happens once. */
export interface TransitionOptions extends PostOptions {
  /** The `version` that the change is based on. Rejects with `precondition_failed` when somebody else was faster. */
  ifMatch?: string | null | undefined
}
