// Knex exports its client for PostgreSQL without a type.
declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex'
  import type { Client } from 'pg'

  export default class PostgresClient extends Knex.Client {
    _acquireOnlyConnection(): Promise<Client>
    override acquireConnection(): Promise<Client>
    override releaseConnection(connection: Client): Promise<void>
  }
}
