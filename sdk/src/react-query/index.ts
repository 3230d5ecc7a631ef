/** The door to TanStack Query 5: options for its hooks, one for each operation. It needs nothing of it at run time. */
export { createQueries } from './create-queries.ts'
export type {
  CallError,
  FromStart,
  InfiniteReadOptions,
  PageData,
  ReadOptions,
  Versioned,
  WriteOptions,
} from './options.ts'
export type * from './queries.gen.ts'
