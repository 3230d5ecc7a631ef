import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { Knex } from 'knex'
import { readConfig } from '../config.ts'
import { migrate, openDatabase } from '../db/client.ts'
import { findEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { insertInstance, listInstances } from '../db/instances.ts'

async function main(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (!options.ok) return fail(`${options.message}\n\n${usage}`)
  const { values, positionals } = options
  const [command, id, ...rest] = positionals
  const name = values.name ?? id ?? ''
  if (values.help || command === undefined) {
    console.log(usage)
    return 0
  }
  if (command !== 'list' && command !== 'create') return fail(`There is no command ${command}.\n\n${usage}`)
  if (command === 'create' && !/^[A-Za-z0-9_-]{1,64}$/.test(id ?? '')) {
    return fail('An instance id has 1 to 64 letters, digits, _ or -.')
  }
  if (name.length > longestName || values.name?.trim() === '') {
    return fail(`A name has 1 to ${longestName} characters.`)
  }
  const unexpected = command === 'list' ? positionals[1] : rest[0]
  if (unexpected !== undefined)
    return fail(`Unexpected: ${unexpected}. Put a name of several words in quotes.`)
  const db = await connect()
  if (typeof db === 'string') return fail(db)
  try {
    await migrate(db)
    return command === 'list' ? await list(db) : await create(db, id ?? '', name)
  } catch (error) {
    return fail(`The database refused: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await db.destroy()
  }
}

async function list(db: Knex): Promise<number> {
  for (const { id, name, created_at } of await listInstances(db)) {
    console.log(`${id}\t${name}\t${created_at.toISOString()}`)
  }
  return 0
}

async function create(db: Knex, id: string, name: string): Promise<number> {
  if (!(await insertInstance(db, { id, name }))) return fail(`There is an instance ${id} already.`)
  console.log(`Created the instance ${id}.`)
  return 0
}

/** The database of the configuration, or that of the server that runs here. */
async function connect(): Promise<Knex | string> {
  const read = readConfig(process.env)
  if (!read.ok) return read.problems.join('\n')
  const { config } = read
  const url = config.databaseUrl ?? (await findEmbeddedPostgres({ dataDir: config.dataDir }))
  if (!url)
    return 'The embedded database does not run. Start the server first (npm start), or set DATABASE_URL.'
  return openDatabase({
    url,
    poolSize: 1,
    acquireTimeoutMs: config.databaseAcquireTimeoutMs,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    log: pino({ level: 'error' }, process.stderr),
  })
}

function readOptions(args: string[]) {
  try {
    const options = { name: { type: 'string' }, help: { type: 'boolean', default: false } } as const
    return { ok: true as const, ...parseArgs({ args, options, allowPositionals: true }) }
  } catch (error) {
    return { ok: false as const, message: error instanceof Error ? error.message : String(error) }
  }
}

function fail(message: string): number {
  console.error(message)
  return 1
}

const longestName = 200

const usage = `Creates and lists the instances that the service knows.

  npm run instances -- list
  npm run instances -- create <id> [--name <name>]

  <id>     1 to 64 letters, digits, _ or -
  --name   what people call it (default: the id), at most ${longestName} characters
  --help   this text

The database is DATABASE_URL, or the embedded one while the server runs.`

process.exitCode = await main(process.argv.slice(2))
