import { isIdentifier } from '../../contract/rules/identifier.ts'
import { lengthOf } from '../../contract/rules/text.ts'
import type { Database } from '../db/database.ts'
import { listDeletedInstances } from '../db/deleted-instances.ts'
import { insertInstance, isInstanceKnown, listInstances, updateInstance } from '../db/instances.ts'
import { heardWithinMs } from '../access/instances.ts'
import { formats } from '../../contract/rules/formats.ts'
import { requireConfig } from '../config/config.ts'
import { distribute } from '../db/schema/distribute.ts'
import { isUniqueViolation } from '../db/query/violations.ts'
import { grantAdministrator } from './administrator.ts'
import { deleteInstance, describeCounts } from './delete-instance.ts'
import { fail } from './fail.ts'
import { failOnMissingInstance, onDatabase } from './on-database.ts'
import { openDirectory } from './on-directory.ts'
import { oneLine } from './one-line.ts'
import { runCommand, type Values } from './run-command.ts'
import { setPrices } from './set-prices.ts'

async function main(values: Flags, [name, ...words]: string[]): Promise<number> {
  if (name === undefined) {
    console.log(usage)
    return 0
  }
  const command = commands.get(name)
  if (!command) return fail(`There is no command ${name}.\n\n${usage}`)
  const [unexpected] = words.slice(command.words)
  if (unexpected !== undefined) return fail(`Unexpected: ${unexpected}. Put a name of several words in quotes.`)
  const flag = Object.keys(values).find((flag) => ownerOf(flag) !== name)
  if (flag !== undefined) return fail(`--${flag} belongs to ${ownerOf(flag)}.`)
  if (command.words > 0 && !isIdentifier(words[0] ?? ''))
    return fail('An instance id has 1 to 64 letters, digits, _ or -.')
  const mistake = command.findMistake?.(words, values) ?? null
  return mistake === null ? onDatabase((db) => command.run(db, words, values)) : fail(mistake)
}

function ownerOf(flag: string): string {
  if (flag === 'changes') return 'retain'
  return flag === 'from' || flag === 'provider' ? 'prices' : 'create'
}

const commands = new Map<string, Command>([
  ['list', { words: 0, run: list }],
  ['create', { words: 1, findMistake: findMistakeOfCreate, run: create }],
  ['rename', { words: 2, findMistake: ([, name = '']) => findMistakeOfName(name), run: rename }],
  ['suspend', { words: 1, run: suspend }],
  ['resume', { words: 1, run: resume }],
  ['delete', { words: 1, run: (db, [id = '']) => deleteInstance(db, id) }],
  ['retain', { words: 2, findMistake: findMistakeOfRetain, run: setRetention }],
  [
    'prices',
    { words: 1, findMistake: findMistakeOfPrices, run: (db, [id = ''], flags) => setPrices(db, id, flags.provider) },
  ],
  ['distribute', { words: 0, run: distributeTables }],
])

interface Command {
  /** How many words follow the name of the command. The first of them is the id of an instance. */
  words: number
  /** Looks at all but the id. */
  findMistake?(words: string[], values: Flags): string | null
  run(db: Database, words: string[], values: Flags): Promise<number>
}

function findMistakeOfCreate([id = '']: string[], { name = id, administrator: email }: Flags): string | null {
  if (email === undefined || (formats['email']?.(email) === true && lengthOf(email) <= longestEmail))
    return findMistakeOfName(name)
  return `--administrator takes an email address of at most ${longestEmail} characters.`
}

function findMistakeOfName(name: string): string | null {
  const isName = name.trim() !== '' && lengthOf(name) <= longestName && oneLine(name) === name
  return isName ? null : `A name has 1 to ${longestName} characters, all on one line.`
}

function findMistakeOfRetain([id = '', days]: string[], { changes }: Flags): string | null {
  // Webhooks are told of changes from their records.
  if (changes !== undefined && /^[1-6]$/.test(changes)) return 'Records of changes are kept for at least 7 days.'
  const given = [days, changes].filter((text) => text !== undefined)
  if (given.length > 0 && given.every((text) => /^(forever|[1-9]\d{0,4})$/.test(text))) return null
  return `Say for how many days, from 1 to 99999, or: npm run instances -- retain ${id} forever`
}

function findMistakeOfPrices([id = '']: string[], { from }: Flags): string | null {
  return from === 'genai-prices' ? null : `Say where from: npm run instances -- prices ${id} --from genai-prices`
}

async function list(db: Database): Promise<number> {
  const rows = [['id', 'name', 'created or deleted', 'ledger kept, days', 'status', 'changes kept, days']]
  for (const instance of await listInstances(db)) {
    const { id, name, created_at, ledger_retention_days: ledger, status, change_retention_days: changes } = instance
    rows.push([id, oneLine(name), created_at, String(ledger ?? 'forever'), status, String(changes ?? 'forever')])
  }
  for (const { id, deleted_at, row_counts } of await listDeletedInstances(db)) {
    if (deleted_at !== null) rows.push([id, '-', deleted_at, '-', `deleted: ${describeCounts(row_counts)}`])
  }
  console.log((process.stdout.isTTY ? align(rows) : rows).map((row) => row.join('\t')).join('\n'))
  return 0
}

/** For people, whose terminal would move each cell to the next tab stop. Programs get the cells as they are. */
function align(rows: readonly string[][]): string[][] {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  return rows.map((row) => row.map((cell, at) => (at < row.length - 1 ? cell.padEnd(widths[at] ?? 0) : cell)))
}

async function create(db: Database, [id = '']: string[], { name = id, administrator }: Flags): Promise<number> {
  if (administrator !== undefined) return createWith(db, id, name, administrator)
  if (!(await insertInstance(db, { id, name }))) return failOnTakenId(db, id)
  console.log(`Created the instance ${id}.`)
  return 0
}

/** Safe to repeat: what is there already stays. */
async function createWith(db: Database, id: string, name: string, email: string): Promise<number> {
  const config = requireConfig(process.env)
  if (config.rolesFrom === 'token')
    return fail('With ROLES_FROM=token roles are given at the identity provider. Leave --administrator out.')
  const isNew = await insertInstance(db, { id, name })
  if (!isNew && !(await isInstanceKnown(db, id))) return failOnTakenId(db, id)
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

async function failOnTakenId(db: Database, id: string): Promise<number> {
  if (await isInstanceKnown(db, id)) return fail(`There is an instance ${id} already.`)
  return fail(`There was an instance ${id}. Its id is not given again: choose another.`)
}

async function rename(db: Database, [id = '', name = '']: string[]): Promise<number> {
  if (!(await updateInstance(db, id, 'instances:rename', { name }))) return failOnMissingInstance(db, id)
  console.log(`${id} is called ${name}.`)
  return 0
}

async function suspend(db: Database, [id = '']: string[]): Promise<number> {
  if (!(await updateInstance(db, id, 'instances:suspend', { status: 'suspended' })))
    return failOnMissingInstance(db, id)
  console.log(`${id} is suspended: within ${heardWithinMs / 1000} seconds every server refuses its callers.`)
  return 0
}

async function resume(db: Database, [id = '']: string[]): Promise<number> {
  if (!(await updateInstance(db, id, 'instances:resume', { status: 'active' }))) return failOnMissingInstance(db, id)
  console.log(`${id} is active: within ${heardWithinMs / 1000} seconds every server takes its callers again.`)
  return 0
}

async function setRetention(db: Database, [id = '', ledger]: string[], { changes }: Flags): Promise<number> {
  const days = { ledger_retention_days: readDays(ledger), change_retention_days: readDays(changes) }
  if (!(await updateInstance(db, id, 'instances:retain', days))) return failOnMissingInstance(db, id)
  if (ledger !== undefined) console.log(`The work ledger of ${id} keeps entries ${describeDays(ledger)}.`)
  if (changes !== undefined) console.log(`The records of changes of ${id} are kept ${describeDays(changes)}.`)
  return 0
}

/** Undefined leaves the retention as it is. */
function readDays(days: string | undefined): number | null | undefined {
  if (days === undefined) return undefined
  return days === 'forever' ? null : Number(days)
}

function describeDays(days: string): string {
  return days === 'forever' ? days : `for ${days} days`
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

const options = {
  name: { type: 'string' },
  administrator: { type: 'string' },
  changes: { type: 'string' },
  from: { type: 'string' },
  provider: { type: 'string' },
} as const

type Flags = Values<typeof options>

const usage = `Creates, lists, closes and deletes the instances that the service knows.

  npm run instances -- list
  npm run instances -- create <id> [--name <name>] [--administrator <email>]
  npm run instances -- rename <id> <name>
  npm run instances -- suspend <id>
  npm run instances -- resume <id>
  npm run instances -- delete <id>
  npm run instances -- retain <id> [<days>|forever] [--changes <days>|forever]
  npm run instances -- prices <id> --from genai-prices [--provider <provider>]
  npm run instances -- distribute

  <id>     1 to 64 letters, digits, _ or -
  --name   a name for people, at most ${longestName} characters (default: the id)
  --administrator
           makes this person an enabled administrator, as a new user or as the one with this email address, and prints how
           to sign in. Safe to repeat, also for an instance that exists.
  list     id, name, time of creation, retention of the work ledger, status and retention of changes, and what was deleted
           with each instance that is gone: a line of headings, then one for each, separated by tabs
  suspend  refuses every call to the instance with 403, until resume. Nothing is lost: the instance stays in the list of
           those who have it, its integrations are not checked.
  delete   deletes the instance and everything in it for ever: says what goes, asks for the id, closes the instance, and
           deletes in batches. After a kill run it again. A record stays of when and how much, and the id is not given
           again. A script writes the id: echo acme | npm run instances -- delete acme
  retain   how long the work ledger keeps an entry after the day of its creation (default: forever), and with --changes how
           long a record of a change is kept (default: 400 days, at least 7). Every night what is older is deleted;
           nothing brings it back.
  prices   adds the prices of AI models that the npm package @pydantic/genai-prices knows, by which the costs of later reports
           are computed: those of one provider, or of all, where a name that several have has the price of its maker. A price
           that is there stays. Names are compared exactly: those of the package, and the models of the agents.
  distribute
           distributes the tables over the workers of Citus, all rows of an instance on one worker. Once, and again after an
           upgrade that brings a table; nobody writes meanwhile.
  --help   this text

The database is DATABASE_URL, or the embedded one while the server runs.`

await runCommand(main, { usage, options, allowPositionals: true })
