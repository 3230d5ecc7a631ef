import { isIdentifier } from '../../contract/rules/identifier.ts'
import type { Database } from '../db/database.ts'
import { insertInstance, listInstances, setRetention } from '../db/instances.ts'
import { formats } from '../../contract/rules/formats.ts'
import { requireConfig } from '../config/config.ts'
import { distribute } from '../db/schema/distribute.ts'
import { isUniqueViolation } from '../db/query/unique-violation.ts'
import { grantAdministrator } from './administrator.ts'
import { fail } from './fail.ts'
import { failOnMissingInstance, onDatabase } from './on-database.ts'
import { openDirectory } from './on-directory.ts'
import { runCommand } from './run-command.ts'

async function main(values: Values, [name, ...words]: string[]): Promise<number> {
  if (name === undefined) {
    console.log(usage)
    return 0
  }
  const command = commands.get(name)
  if (!command) return fail(`There is no command ${name}.\n\n${usage}`)
  const [unexpected] = words.slice(command.words)
  if (unexpected !== undefined) return fail(`Unexpected: ${unexpected}. Put a name of several words in quotes.`)
  const [flag] = name === 'create' ? [] : Object.keys(values)
  const mistake = flag === undefined ? command.findMistake(words, values) : `--${flag} belongs to create.`
  return mistake === null ? onDatabase((db) => command.run(db, words, values)) : fail(mistake)
}

const commands = new Map<string, Command>([
  ['list', { words: 0, findMistake: () => null, run: list }],
  ['create', { words: 1, findMistake: findMistakeOfCreate, run: create }],
  ['retain', { words: 2, findMistake: findMistakeOfRetain, run: retain }],
  ['distribute', { words: 0, findMistake: () => null, run: distributeTables }],
])

interface Command {
  /** How many words follow the name of the command. */
  words: number
  findMistake(words: string[], values: Values): string | null
  run(db: Database, words: string[], values: Values): Promise<number>
}

function findMistakeOfCreate([id = '']: string[], { name = id, administrator: email }: Values): string | null {
  if (!isIdentifier(id)) return wrongId
  if (name.trim() === '' || name.length > longestName) return `A name has 1 to ${longestName} characters.`
  if (email === undefined || (formats['email']?.(email) === true && email.length <= longestEmail)) return null
  return `--administrator takes an email address of at most ${longestEmail} characters.`
}

function findMistakeOfRetain([id = '', days = '']: string[]): string | null {
  if (!isIdentifier(id)) return wrongId
  if (/^(forever|[1-9]\d{0,4})$/.test(days)) return null
  return `Say for how many days, from 1 to 99999, or: npm run instances -- retain ${id} forever`
}

const wrongId = 'An instance id has 1 to 64 letters, digits, _ or -.'

async function list(db: Database): Promise<number> {
  for (const { id, name, created_at, ledger_retention_days: days } of await listInstances(db)) {
    console.log(`${id}\t${name}\t${created_at}\t${days ?? 'forever'}`)
  }
  return 0
}

async function create(db: Database, [id = '']: string[], { name = id, administrator }: Values): Promise<number> {
  if (administrator !== undefined) return createWith(db, id, name, administrator)
  if (!(await insertInstance(db, { id, name }))) return fail(`There is an instance ${id} already.`)
  console.log(`Created the instance ${id}.`)
  return 0
}

/** Safe to repeat: what is there already stays. */
async function createWith(db: Database, id: string, name: string, email: string): Promise<number> {
  const config = requireConfig(process.env)
  if (config.rolesFrom === 'token')
    return fail('With ROLES_FROM=token roles are given at the identity provider. Leave --administrator out.')
  const isNew = await insertInstance(db, { id, name })
  console.log(`${isNew ? 'Created' : 'There is'} the instance ${id}.`)
  try {
    const { ok, message } = await grantAdministrator({ db, ...(await openDirectory(config, db)), config }, id, email)
    if (!ok) return fail(message)
    console.log(message)
    return 0
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return fail(`Another user of ${id} signs in with ${email} as a username. Change that username first.`)
  }
}

async function retain(db: Database, [id = '', days = '']: string[]): Promise<number> {
  if (!(await setRetention(db, id, days === 'forever' ? null : Number(days)))) return failOnMissingInstance(id)
  console.log(`The work ledger of ${id} keeps entries ${days === 'forever' ? days : `for ${days} days`}.`)
  return 0
}

async function distributeTables(db: Database): Promise<number> {
  const distributed = await distribute(db)
  if (!distributed.ok) return fail(missingForCitus[distributed.reason])
  const { tables, workers } = distributed
  console.log(
    tables.length === 0
      ? `All tables are distributed over ${workers} workers already.`
      : `Distributed over ${workers} workers by instance_id: ${tables.join(', ')}.`,
  )
  return 0
}

const missingForCitus = {
  no_citus: 'The database has no extension citus. Create it on every node first: create extension citus',
  no_worker: `Citus has no worker. Add one first: select citus_add_node('<host>', <port>)`,
}

const longestName = 200

/** The email address is the username, too. */
const longestEmail = 128

interface Values {
  name?: string
  administrator?: string
}

const usage = `Creates and lists the instances that the service knows.

  npm run instances -- list
  npm run instances -- create <id> [--name <name>] [--administrator <email>]
  npm run instances -- retain <id> <days>|forever
  npm run instances -- distribute

  <id>     1 to 64 letters, digits, _ or -
  --name   a name for people, at most ${longestName} characters (default: the id)
  --administrator
           makes this person an enabled administrator, as a new user or as the one with this email address, and prints how
           to sign in. Safe to repeat, also for an instance that exists.
  retain   how long the work ledger keeps an entry after the day of its creation (default: forever). Every night older
           entries are deleted; nothing brings them back.
  distribute
           distributes the tables over the workers of Citus, all rows of an instance on one worker. Once, and again after an
           upgrade that brings a table; nobody writes meanwhile.
  --help   this text

The database is DATABASE_URL, or the embedded one while the server runs.`

await runCommand(main, {
  usage,
  options: { name: { type: 'string' }, administrator: { type: 'string' } },
  allowPositionals: true,
})
