import { existsSync, readdirSync, rmdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { fail } from '../server/commands/fail.ts'
import { runCommand } from '../server/commands/run-command.ts'
import { requireConfig } from '../server/config/config.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../workshop/postgres/embedded-postgres.ts'
import { findAbandonedHomes, homeFor } from '../workshop/postgres/home.ts'
import { findPostmaster } from '../workshop/postgres/postmaster.ts'

const usage = `Deletes what npm start keeps on this machine, for ever: the embedded database with all instances, the keys of their secrets,
and those of the embedded identity provider. The next start begins anew. Refuses while a server runs.

  npm run reset

  --abandoned  deletes instead what servers of root kept in /var/lib for data folders that are gone, such as those of deleted clones
  --help       this text

DATA_DIR names the folder, as for npm start.`

async function main({ abandoned }: { abandoned: boolean }): Promise<number> {
  if (abandoned) return deleteAbandoned()
  const { dataDir, databaseUrl } = requireConfig(process.env)
  if (databaseUrl !== undefined)
    return fail('DATABASE_URL names a database of your own, which this does not delete. Leave it out to go on.')
  const found = existsSync(dataDir) ? findKept(dataDir) : []
  if (found.length === 0) return say(`There is nothing to delete in ${dataDir}.`)
  if (!(await isLeft(dataDir))) return fail(`A server runs on ${dataDir}. Stop it first. Nothing was deleted.`)
  await deleteAll(found)
  for (const folder of new Set([homeFor(dataDir).folder, dataDir])) removeEmpty(folder)
  return say('npm start begins anew.')
}

async function deleteAbandoned(): Promise<number> {
  const homes = findAbandonedHomes()
  const running = homes.filter((home) => findPostmaster({ folder: join(home, 'cluster') }) === 'running')
  for (const home of running) console.log(`Left ${home}, whose database runs.`)
  await deleteAll(homes.filter((home) => !running.includes(home)))
  return homes.length === 0 ? say('There is nothing to delete.') : 0
}

async function deleteAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await rm(path, { recursive: true, force: true })
    console.log(`Deleted ${path}`)
  }
}

/** Only what the workshop makes: whoever chose the folder may keep other files there. */
function findKept(dataDir: string): string[] {
  const folders = new Set([dataDir, homeFor(dataDir).folder])
  return [...folders].filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => kept.test(name))
      .map((name) => join(folder, name)),
  )
}

const kept =
  /^(cluster(\.tmp-.+)?|postgres-[\da-f]{16}(\.tmp-.+)?|(encryption-keys|identity|identity-keys)\.json|belongs-to\.txt)$/

/** False when a server uses the database. One that a killed server left running is stopped. */
async function isLeft(dataDir: string): Promise<boolean> {
  if ((await findEmbeddedPostgres({ dataDir })) === null) return true
  const adopted = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
  if (adopted.ok) await adopted.stop()
  return adopted.ok
}

function removeEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}

function say(message: string): number {
  console.log(message)
  return 0
}

await runCommand(main, { usage, options: { abandoned: { type: 'boolean', default: false } } })
