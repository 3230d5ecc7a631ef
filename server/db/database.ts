/**
 * A pool of connections, or a transaction on one of them. Whoever has it sends SQL by `query.ts`: this type has no query
 * builder.
 */
export interface Database {
  readonly isTransaction?: boolean | undefined
  /** Commits when `run` resolves, rolls back when it rejects. Inside a transaction it is a savepoint. */
  transaction<Result>(run: (transaction: Database) => Promise<Result>): Promise<Result>
  transaction(): Promise<Database & { rollback(): PromiseLike<unknown> }>
  /** Closes all connections. */
  destroy(): Promise<void>
  /** What Knex has inside; for `connection/` alone. */
  readonly client: unknown
}
