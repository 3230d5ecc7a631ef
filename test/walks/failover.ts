import { strict as assert } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { audience, startTestIssuer } from '../helpers/programs/issuer.ts'
import { end, run, startServer, type RunningServer } from '../helpers/programs/server-process.ts'
import { startLoad, type Answered } from './failover-load.ts'
import { startReplicatedPostgres, toolsFolder, type ReplicatedPostgres } from './replicated-postgres.ts'

/** Takes the primary away under load, there and back, and reports what callers saw and what is in the database. */
export async function walkFailover(args: string[]): Promise<number> {
  if (args.length > 0 || !existsSync(toolsFolder)) {
    console.log(usage)
    return args[0] === '--help' ? 0 : 1
  }
  await using stack = new AsyncDisposableStack()
  const postgres = stack.adopt(await startReplicatedPostgres(), (started) => started.close())
  const issuer = stack.adopt(await startTestIssuer(), (started) => started.close())
  const variables = {
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
    OIDC_ISSUER: issuer.url,
    OIDC_AUDIENCE: audience,
    RATE_LIMIT_PER_MINUTE: '10000000',
    LOG_LEVEL: 'info',
  }
  const created = await run('node', ['server/commands/instances.ts', 'create', 'acme'], variables)
  if (created.code !== 0) throw new Error(created.stderr)
  const servers: RunningServer[] = []
  for (let count = 0; count < 2; count++) {
    const server = await startServer(variables)
    servers.push(stack.adopt(server, async () => void (await end(server, 'SIGTERM'))))
  }
  const sub = 'walker'
  const roles = ['Administrator', 'Editor']
  const token = await issuer.sign({ sub, client_id: sub, instances: ['acme'], roles })

  let isGood = true
  for (const [what, signal] of failures) {
    console.log(`\n${what}`)
    isGood = (await failOver(postgres, servers, token, signal)) && isGood
    await postgres.replaceStandby()
  }
  console.log(isGood ? '\nNothing that was answered is lost or doubled.' : '\nNOT as promised: see above.')
  return isGood ? 0 : 1
}

const failures = [
  ['The primary is killed.', 'SIGKILL'],
  ['The first primary is back as a standby; the new primary is killed.', 'SIGKILL'],
  ['The primary stops without a word, as by a power cut: it is asked, but never answers.', 'SIGSTOP'],
] as const

async function failOver(
  postgres: ReplicatedPostgres,
  servers: RunningServer[],
  token: string,
  signal: 'SIGKILL' | 'SIGSTOP',
): Promise<boolean> {
  const load = startLoad(
    servers.map(({ baseUrl }) => baseUrl),
    token,
  )
  await sleep(5000)
  const killedAt = performance.now()
  postgres.signalPrimary(signal)
  await sleep(2000)
  const unready = await Promise.all(servers.map(isReady))
  const promotingAt = performance.now()
  await postgres.promote()
  const promotedAt = performance.now()
  await sleep(15_000)
  const { answered, writes } = await load.stop()
  const ready = await Promise.all(servers.map(isReady))
  const job = await doesJobs(servers, token)

  const after = (kind: Answered['kind']) =>
    answered.find((one) => one.kind === kind && one.sentAt > killedAt && one.status < 300)
  const firstRead = after('read')
  const firstWrite = after('write')
  const outage = answered.filter(({ endedAt, sentAt }) => endedAt > killedAt && sentAt < promotedAt + 5000)
  const stored = await countAgents(postgres)
  const acknowledged = writes.flatMap(({ id }) => id ?? [])
  const lost = acknowledged.filter((id) => !stored.some((row) => row.id === id))
  const caught = writes.filter(({ sentAt, endedAt }) => sentAt < promotedAt && endedAt > promotedAt)
  const lastWrite = Math.max(0, ...caught.map(({ endedAt }) => endedAt - promotedAt))
  const doubled = stored.filter(({ name }, index) => stored.findIndex((row) => row.name === name) !== index)
  const slowest = Math.max(...answered.map(({ sentAt, endedAt }) => endedAt - sentAt))
  const late = (one: Answered | undefined) => (one ? one.endedAt - promotedAt : Infinity)

  console.log(
    `  promotion                ${seconds(promotedAt - promotingAt)}, begun ${seconds(promotingAt - killedAt)} after the kill`,
  )
  console.log(
    `  first read, first write  ${seconds(late(firstRead))}, ${seconds(late(firstWrite))} after the promotion`,
  )
  console.log(`  /readyz                  ${unready.join(', ')} without a primary, ${ready.join(', ')} at the end`)
  console.log(`  the last delayed write   ${seconds(lastWrite)} after the promotion`)
  console.log(`  answers in all           ${countStatuses(answered)}`)
  console.log(`  answers of the outage    ${countStatuses(outage)}`)
  console.log(`  the slowest took         ${seconds(slowest)}`)
  console.log(`  jobs go on               ${job ? 'yes' : 'NO'}`)
  console.log(`  acknowledged writes      ${acknowledged.length}`)
  console.log(`  lost, doubled            ${lost.length}, ${doubled.length}`)
  const statuses = new Set(answered.map(({ status }) => status))
  const expected = new Set([200, 201, 409, 503])
  return (
    [...statuses].every((status) => expected.has(status)) &&
    unready.every((status) => status === 503) &&
    ready.every((status) => status === 200) &&
    Math.max(late(firstRead), late(firstWrite)) < 5000 &&
    slowest < 12_000 &&
    lastWrite < (signal === 'SIGKILL' ? 5000 : 12_000) &&
    acknowledged.length === writes.length &&
    job &&
    lost.length + doubled.length === 0
  )
}

/** Whether the background check of a new integration is made, whatever its outcome. */
async function doesJobs(servers: RunningServer[], token: string): Promise<boolean> {
  const before = await countChecks(servers)
  const response = await fetch(`${servers[0]?.baseUrl}/instances/acme/integrations`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Walk', type: 'SLACK', metadata: { botToken: 'walk-walk-walk' } }),
  })
  assert.equal(response.status, 201, await response.text())
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    if ((await countChecks(servers)) > before) return true
    await sleep(200)
  }
  return false
}

async function countChecks(servers: RunningServer[]): Promise<number> {
  const texts = await Promise.all(
    servers.map(async ({ managementUrl }) => (await fetch(`${managementUrl}/metrics`)).text()),
  )
  const counts = texts.flatMap((text) => [...text.matchAll(/^integration_checks_total\{[^}]*\} (\d+)/gm)])
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

async function countAgents(postgres: ReplicatedPostgres): Promise<{ id: string; name: string }[]> {
  const client = await postgres.connect()
  const { rows } = await client.query<{ id: string; name: string }>('select id, name from agents')
  await client.end()
  return rows
}

async function isReady({ managementUrl }: RunningServer): Promise<number> {
  return (await fetch(`${managementUrl}/readyz`)).status
}

function countStatuses(answered: readonly Answered[]): string {
  const counts = new Map<string, number>()
  for (const { kind, status } of answered) {
    const name = `${kind} ${status}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, count]) => `${name}: ${count}`)
    .toSorted()
    .join(', ')
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}

const usage = `Kills a primary of PostgreSQL under load and promotes its synchronous standby; then the same in the other direction, and with
a primary that stops without a word.
Two servers answer reads and writes meanwhile; writes are sent again with their Idempotency-Key until they are answered.

  npm run walk -- failover

It prints how long the promotion took, when the first read and write came after it, which statuses callers saw, and how many
acknowledged writes are lost or there twice. It exits with 1 when an answer was none of 200, 201, 409 and 503, a request took
12 s, reads or writes began later than 5 s after the promotion, a write was kept waiting for more than 5 s (12 s where the
primary did not end, but stopped), or a write is lost or doubled.

It needs PostgreSQL 15 in ${toolsFolder} (apt-get install postgresql-15), Linux, and three minutes. Everything that it starts
listens on 127.0.0.1, and is removed at the end.`
