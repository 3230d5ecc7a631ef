import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { audience, startTestIssuer } from '../helpers/programs/issuer.ts'
import { end, findLine, run, startServer } from '../helpers/programs/server-process.ts'

/** Takes one worker of a Citus away under load, and reports what callers of instances on the other workers saw. */
export async function walkWorkers(args: string[]): Promise<number> {
  const url = process.env['DATABASE_URL'] ?? ''
  if (args.length > 0 || url === '') {
    console.log(usage)
    return args[0] === '--help' ? 0 : 1
  }
  await using stack = new AsyncDisposableStack()
  const issuer = stack.adopt(await startTestIssuer(), (started) => started.close())
  const variables = {
    DATABASE_URL: url,
    ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
    OIDC_ISSUER: issuer.url,
    OIDC_AUDIENCE: audience,
    IDENTITY_DIRECTORY: 'none',
    RATE_LIMIT_PER_MINUTE: '10000000',
  }
  for (const command of [['list'], ['distribute']]) {
    const ran = await run('node', ['server/commands/instances.ts', ...command], variables)
    if (ran.code !== 0) throw new Error(ran.stderr)
  }
  const instances = await createInstances(url)
  const [away] = new Set(instances.map(({ worker }) => worker))
  if (away === undefined) throw new Error('The Citus of DATABASE_URL has no workers.')
  const server = stack.adopt(await startServer(variables), async (started) => void (await end(started, 'SIGTERM')))
  const ids = instances.map(({ id }) => id)
  const token = await issuer.sign({ sub: 'walker', instances: ids, roles: ['Administrator'] })

  let isGood = true
  for (const [what, seconds, takeAway] of failures) {
    const load = startLoad(server.baseUrl, token, instances)
    await sleep(5000)
    const bringBack = await takeAway(await findWorker(url, away))
    await sleep(seconds * 1000)
    await bringBack()
    await sleep(15_000)
    const answers = await load.stop()
    console.log(`\n${what} for ${seconds} s`)
    for (const isAway of [false, true])
      report(
        answers.filter(({ worker }) => (worker === away) === isAway),
        isAway,
      )
    const others = answers.filter(({ worker }) => worker !== away)
    const refused = others.filter(({ status }) => status === 503)
    const last = answers.filter(({ worker, second }) => worker === away && second >= seconds + 15)
    isGood &&= others.every(({ status }) => [200, 201, 503].includes(status))
    isGood &&= answers.every(({ status }) => status !== 500)
    isGood &&= refused.length <= others.length / 100
    isGood &&= last.length > 0 && last.every(({ status }) => status < 300)
  }
  const fault = findLine(server, 'request failed')
  if (fault) console.log(`\nThe first answer with 500: ${JSON.stringify(fault)}`)
  console.log(isGood ? '\nThe instances of other workers went on.' : '\nNOT as promised: see above.')
  return isGood ? 0 : 1
}

const failures = [
  ['A worker is killed', 20, kill],
  ['A worker stops without a word', 40, stop],
] as const

/** 100 instances, of which half are on one worker where there are two. */
async function createInstances(url: string): Promise<Instance[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into instances (id, name)
    select 'walk-' || at, 'Walk' from generate_series(1, 100) at on conflict do nothing`)
  // The caller is a user of each instance, who is looked up for each request.
  await client.query(`insert into users (instance_id, id, username, email, name, account_id, enabled, roles)
    select id, gen_random_uuid(), 'walker', 'walker@example.com', 'Walker', 'walker', true, '{Administrator}'
      from instances where id like 'walk-%' on conflict do nothing`)
  const { rows } = await client.query<Instance>(`
    select id, nodename || ':' || nodeport as worker
      from instances join pg_dist_placement on shardid = get_shard_id_for_distribution_column('users', id)
      join pg_dist_node using (groupid) where id like 'walk-%'`)
  await client.end()
  return rows
}

/** Each instance reads twenty times a second, and creates a user twice a second. */
function startLoad(baseUrl: string, token: string, instances: readonly Instance[]) {
  const stopping = new AbortController()
  const answers: Answer[] = []
  const startedAt = performance.now()
  const run = Date.now()
  const send = async ({ id, worker }: Instance, path: string, body?: object) => {
    const sentAt = performance.now()
    const status = await fetch(`${baseUrl}/instances/${id}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    // The worker is away from second 0 on.
    answers.push({ worker, status, second: (sentAt - startedAt) / 1000 - 5, ms: performance.now() - sentAt })
  }
  const keep = async (instance: Instance) => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const username = `${instance.id}-${run}-${turn}`
      if (turn % 10 > 0) await send(instance, 'agents')
      else await send(instance, 'users', { username, email: `${username}@example.com`, name: 'Walk' })
      await sleep(50)
    }
  }
  const loops = instances.map(keep)
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      return answers
    },
  }
}

function report(answers: readonly Answer[], isAway: boolean): void {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const percentile = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`
  const refused = answers.filter(({ status }) => status === 503).map(({ second }) => second)
  const statuses = [...counts].map(([status, count]) => `${status}: ${count}`).toSorted()
  const span = refused.length === 0 ? '' : `; 503 from ${refused[0]?.toFixed(1)} to ${refused.at(-1)?.toFixed(1)} s`
  console.log(`  ${isAway ? 'its instances  ' : 'other instances'}  ${statuses.join(', ')}${span}`)
  console.log(`                   median ${percentile(0.5)}, p99 ${percentile(0.99)}, slowest ${percentile(1 - 1e-9)}`)
}

/** The processes of a worker on this machine, its main process first. */
async function findWorker(url: string, worker: string): Promise<number[]> {
  const own = new URL(url)
  own.host = worker
  const client = new Client({ connectionString: own.href })
  await client.connect()
  const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`)
  await client.end()
  const main = Number.parseInt(rows[0]?.file ?? '', 10)
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === main)
  return [main, ...children.map(Number)]
}

function parentOf(pid: number): number | null {
  try {
    return Number(/\nPPid:\s(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

async function kill([main = 0, ...children]: readonly number[]) {
  const [program, folder] = [readlinkSync(`/proc/${main}/exe`), readlinkSync(`/proc/${main}/cwd`)]
  const { uid, gid } = statSync(folder)
  // All at once, and it is no fault when a child has ended before its turn.
  for (const pid of [main, ...children]) signal(pid, 'SIGKILL')
  return async () => {
    spawn(program, ['-D', folder], { uid, gid, cwd: folder, detached: true, stdio: 'ignore' }).unref()
  }
}

async function stop(pids: readonly number[]) {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  return async () => {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  if (parentOf(pid) !== null) process.kill(pid, name)
}

const usage = `Takes one worker of a Citus away under load: it is killed and comes back after 20 s, then it stops without a word for 40 s.
One server answers 100 instances, reads and creations of users.

  DATABASE_URL=<coordinator> npm run walk -- workers

It exits with 1 when a request was answered 500, when instances of other workers got more than one 503 in a hundred answers,
or when those of the worker are not answered again 15 s after it is back.

It needs a Citus whose nodes run on this machine, root, and two minutes. The database of the URL gets tables and instances, which stay.`

interface Instance {
  id: string
  worker: string
}

interface Answer {
  worker: string
  status: number
  second: number
  ms: number
}
