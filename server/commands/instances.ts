import type { Knex } from 'knex'
import { insertInstance, listInstances, setRetention } from '../db/instances.ts'
import { fail } from './fail.ts'
import { failOnMissingInstance, onDatabase } from './on-database.ts'
import { runCommand } from './run-command.ts'

async function main(values: { name?: string }, positionals: string[]): Promise<number> {
  const [command, id = '', days = ''] = positionals
  if (command === undefined) {
    console.log(usage)
    return 0
  }
  const name = values.name ?? id
  const mistake = findMistake(positionals, name)
  if (mistake) return fail(mistake)
  return onDatabase((db) => {
    if (command === 'list') return list(db)
    return command === 'retain' ? retain(db, id, days) : create(db, id, name)
  })
}

function findMistake([command = '', id = '', ...rest]: string[], name: string): string | null {
  if (!['list', 'create', 'retain'].includes(command)) return `There is no command ${command}.\n\n${usage}`
  const [unexpected] = command === 'list' && id !== '' ? [id] : command === 'retain' ? rest.slice(1) : rest
  if (unexpected !== undefined) return `Unexpected: ${unexpected}. Put a name of several words in quotes.`
  if (command === 'list') return null
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) return 'An instance id has 1 to 64 letters, digits, _ or -.'
  if (name.trim() === '' || name.length > longestName) return `A name has 1 to ${longestName} characters.`
  if (command === 'retain' && !/^(forever|[1-9]\d{0,4})$/.test(rest[0] ?? ''))
    return 'Say for how many days, from 1 to 99999, or: forever.'
  return null
}

async function list(db: Knex): Promise<number> {
  for (const { id, name, created_at, ledger_retention_days: days } of await listInstances(db)) {
    console.log(`${id}\t${name}\t${created_at}\t${days ?? 'forever'}`)
  }
  return 0
}

async function create(db: Knex, id: string, name: string): Promise<number> {
  if (!(await insertInstance(db, { id, name }))) return fail(`There is an instance ${id} already.`)
  console.log(`Created the instance ${id}.`)
  return 0
}

async function retain(db: Knex, id: string, days: string): Promise<number> {
  if (!(await setRetention(db, id, days === 'forever' ? null : Number(days))))
    return failOnMissingInstance(id)
  console.log(`The work ledger of ${id} keeps entries ${days === 'forever' ? days : `for ${days} days`}.`)
  return 0
}

const longestName = 200

const usage = `Creates and lists the instances that the service knows.

  npm run instances -- list
  npm run instances -- create <id> [--name <name>]
  npm run instances -- retain <id> <days>|forever

  <id>     1 to 64 letters, digits, _ or -
  --name   a name for people, at most ${longestName} characters (default: the id)
  retain   how long the work ledger keeps an entry after the day of its creation (default: forever). Every night older
           entries are deleted; nothing brings them back.
  --help   this text

The database is DATABASE_URL, or the embedded one while the server runs.`

await runCommand(main, { usage, options: { name: { type: 'string' } }, allowPositionals: true })
