import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { fetchDevToken } from '../../workshop/identity-provider/dev-token.ts'
import { asObject } from '../../contract/json.ts'
import { memoryOf, projectFolder, type Server } from './server.ts'

/** Fills the ledger by the project's own commands, unless an earlier run already imported the entries. */
export async function fillLedger(server: Server, instanceId: string, entries: number): Promise<void> {
  await createInstance(server, instanceId)
  if ((await countEntries(server, instanceId)) === entries) return
  console.error(`Filling ${instanceId} ...`)
  const generate = start(server, 'tools/generate-entries.ts', ['--count', String(entries), '--until', '2026-11-21'])
  const importing = start(server, 'server/commands/ledger.ts', ['import', '--instance', instanceId, '-'])
  importing.stdout.pipe(process.stderr)
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, memoryOf(importing.pid ?? 0))), 100)
  // A failed import closes its input. The exit code below reports the failure, so the error of the pipe is ignored.
  pipeline(generate.stdout, importing.stdin).catch(() => {})
  await once(importing, 'exit')
  generate.kill()
  clearInterval(watch)
  const { exitCode } = importing
  if (exitCode !== 0) throw new Error(`The import of ${instanceId} ended with ${exitCode}.`)
  console.error(`  Memory:    at most ${Math.round(most / 1e6)} MB`)
}

/**
 * Gives the entries shares of 40 agents and five AI models, unless an earlier run did: one share to two of three entries, two
 * to the third. The first agent has part in every 15th entry, the last in every 45th. The entries do not show their agents.
 */
export async function insertShares(client: Client, instanceId: string): Promise<void> {
  const { rows } = await client.query('select 1 from work_ledger_shares where instance_id = $1 limit 1', [instanceId])
  if (rows.length > 0) return
  await client.query(
    `insert into work_ledger_shares (instance_id, entry_id, position, agent_id, agent_name, ai_model, counts_for_agent,
       counts_for_ai_model, operations, active_time, cost, without_cost, input_tokens, cached_input_tokens,
       cache_write_tokens, output_tokens, created_at)
     select instance_id, id, position, 'agent-' || agent, 'Agent ' || agent, 'model-' || agent % 5, true, true, 3,
            active_time / 2, cost / 2, 0, 2000, 500, 100, 300, created_at
       from (select *, abs(hashtext(id)::bigint) as hash from work_ledger_entries where instance_id = $1) entry
       cross join generate_series(0, (hash % 3 = 0)::int) as position
       cross join lateral (select (40 * power(hash / 3 % 1000 / 1000.0, 1.5) + position)::int % 40 + 1 as agent) part`,
    [instanceId],
  )
  await client.query('vacuum analyze work_ledger_shares')
}

/** The command fails when an earlier run created the instance. That failure does not matter. */
export async function createInstance(server: Server, instanceId: string): Promise<void> {
  await once(start(server, 'server/commands/instances.ts', ['create', instanceId]), 'exit')
}

async function countEntries(server: Server, instanceId: string): Promise<number> {
  const token = await fetchDevToken({ dataDir: server.dataDir, roles: ['Viewer'], instanceId })
  if (!token.ok) throw new Error(token.message)
  const url = `${server.baseUrl}/instances/${instanceId}/work-ledger/summary?groupBy=status`
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token.token}` } })
  const body = asObject(await response.json())
  return response.ok ? Number(asObject(body['total'])['count']) : NaN
}

function start(server: Server, file: string, args: string[]) {
  return spawn(process.execPath, ['--import', './workshop/for-commands.ts', file, ...args], {
    cwd: projectFolder,
    env: server.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}
