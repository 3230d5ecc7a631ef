import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
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
