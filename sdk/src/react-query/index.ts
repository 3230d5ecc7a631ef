/**
 * The entry point for TanStack Query 5: options for its hooks, for each operation. It imports only types of TanStack Query.
 */
export { createQueries, createServiceQueries } from './create-queries.ts'
export type * from './options.ts'
export type * from './queries.gen.ts'
