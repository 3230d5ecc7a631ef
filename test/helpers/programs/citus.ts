import { Client } from 'pg'

/**
 * The coordinator on which the tests run instead of a PostgreSQL of their own, from
 * `TEST_DATABASE=citus DATABASE_URL=<coordinator> npm test`; undefined without this setting. The database of the URL has the
 * extension and its workers, and stays as it is.
 */
export const citusUrl = process.env['TEST_DATABASE'] === 'citus' ? process.env['DATABASE_URL'] : undefined

/** The URLs of all nodes that have a part of each database: the coordinator first; one URL without Citus. */
export async function nodesOf(adminUrl: string): Promise<string[]> {
  if (adminUrl !== citusUrl) return [adminUrl]
  return [adminUrl, ...(await workersOf(adminUrl)).map(({ host, port }) => at(adminUrl, host, port))]
}

/** Makes an empty database one of Citus, with the workers of the coordinator. It exists on all nodes. */
export async function joinWorkers(adminUrl: string, name: string): Promise<void> {
  const workers = await workersOf(adminUrl)
  for (const node of await nodesOf(adminUrl)) await run(inDatabase(node, name), 'create extension citus')
  const { hostname, port } = new URL(adminUrl)
  await run(inDatabase(adminUrl, name), `select citus_set_coordinator_host('${hostname}', ${port})`)
  // The sessions of services are told what each of their statements asks of which worker (helpers/routing/capture.ts).
  await run(adminUrl, `alter database "${name}" set citus.log_remote_commands = on`)
  for (const worker of workers)
    await run(inDatabase(adminUrl, name), `select citus_add_node('${worker.host}', ${worker.port})`)
}

async function workersOf(adminUrl: string): Promise<Worker[]> {
  const rows = await run(
    adminUrl,
    'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid',
  )
  if (rows.length === 0) throw new Error('The Citus of DATABASE_URL has no workers.')
  return rows
}

export function inDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = name
  return other.href
}

function at(url: string, host: string, port: number): string {
  const other = new URL(url)
  other.hostname = host
  other.port = String(port)
  return other.href
}

async function run(url: string, statement: string): Promise<Worker[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Worker>(statement)).rows
  } finally {
    await client.end()
  }
}

interface Worker {
  host: string
  port: number
}
