import type { Knex } from 'knex'
import { readConfig } from '../config/config.ts'
import { migrate } from '../db/migrate.ts'
import { insertInstance, listInstances } from '../db/instances.ts'
import { openCommandDatabase } from './command-database.ts'
import { fail } from './fail.ts'
import { readArguments } from './read-arguments.ts'

async function main(args: string[]): Promise<number> {
  const options = readArguments({
    args,
    usage,
    options: { name: { type: 'string' } },
    allowPositionals: true,
  })
  if (!options.ok) return options.exitCode
  const { values, positionals } = options
  const [command, id = ''] = positionals
  if (command === undefined) {
    console.log(usage)
    return 0
  }
  const name = values.name ?? id
  const mistake = findMistake(positionals, name)
  if (mistake) return fail(mistake)
  const read = readConfig(process.env)
  if (!read.ok) return fail(read.problems.join('\n'))
  const opened = await openCommandDatabase(read.config, 1)
  if (!opened.ok) return fail(opened.message)
  const { db } = opened
  try {
    await migrate(db)
    return command === 'list' ? await list(db) : await create(db, id, name)
  } catch (error) {
    return fail(`The database refused: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await db.destroy()
  }
}

function findMistake([command, id = '', ...rest]: string[], name: string): string | null {
  const [unexpected] = command === 'list' && id !== '' ? [id] : rest
  if (command !== 'list' && command !== 'create') return `There is no command ${command}.\n\n${usage}`
  if (unexpected !== undefined) return `Unexpected: ${unexpected}. Put a name of several words in quotes.`
  if (command === 'list') return null
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) return 'An instance id has 1 to 64 letters, digits, _ or -.'
  if (name.trim() === '' || name.length > longestName) return `A name has 1 to ${longestName} characters.`
  return null
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

const longestName = 200

const usage = `Creates and lists the instances that the service knows.

  npm run instances -- list
  npm run instances -- create <id> [--name <name>]

  <id>     1 to 64 letters, digits, _ or -
  --name   what people call it (default: the id), at most ${longestName} characters
  --help   this text

The database is DATABASE_URL, or the embedded one while the server runs.`

process.exitCode = await main(process.argv.slice(2))
