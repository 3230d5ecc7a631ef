import { DatabaseError } from 'pg'

/**
 * What the database says, without the statement that Knex puts before it (a migration has a hundred lines), and what to do
 * where that is certain.
 */
export function describeDatabaseError(error: Error): string {
  if (error.name === 'KnexTimeoutError')
    return 'no connection in time: the database does not answer, or this machine is too busy.'
  if (!(error instanceof DatabaseError)) return error.message
  const message = error.message.split(' - ').at(-1) ?? ''
  if (/unsupported startup parameter/.test(message))
    return `${message}. A pooler stands before PostgreSQL: set DATABASE_POOLER=transaction.`
  if (error.code === insufficientPrivilege) return `${message}. The account has to own its database.`
  if (error.code === duplicateTable)
    return `${message}, but none of the service's migrations ran here. Is it a worker of Citus, or the database of something else?`
  if (error.code === queryCanceled && /statement timeout/.test(message))
    return `${message}. Behind a pooler the limit is the account's: go past it, with PostgreSQL's own URL and without DATABASE_POOLER.`
  return message
}

const insufficientPrivilege = '42501'
const duplicateTable = '42P07'
const queryCanceled = '57014'
