import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { existsSync, globSync, statSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readContract } from '../contract/document.ts'
import { runCommand } from '../server/commands/run-command.ts'

async function main(): Promise<number> {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  const nextChanges = watchSources(stopping.signal)

  if (await generate()) void lint()
  let server = startServer(stopping.signal)
  while (true) {
    const files = await nextChanges()
    if (files === null) break
    say(`${files.join(', ')} changed`)
    const isContract = files.some((file) => file.startsWith('spec'))
    if (isContract && !(await generate())) {
      await lint()
      say('the server goes on with the contract that it has: put that right and save')
      continue
    }
    if (!(await hasAllOperations())) {
      say('the server goes on as it is until that file is there')
      continue
    }
    await stopServer(server)
    server = startServer(stopping.signal)
    if (isContract) void lint()
  }
  await stopServer(server)
  return 0
}

/**
 * Watches the sources of the contract and the server. The returned function waits for the next changed files: changes in
 * quick succession come together. It resolves with null when the signal aborts first.
 */
function watchSources(signal: AbortSignal): () => Promise<string[] | null> {
  const changed = new Set<string>()
  const events = new EventEmitter()
  let watchers: FSWatcher[] = []
  // Each folder by itself: a recursive watch on Linux misses all changes of a file that was once replaced by a rename.
  const watchFolders = () => {
    const before = watchers
    watchers = globSync('{contract,server,spec,workshop}/**/', { cwd: project }).map((folder) =>
      watch(join(project, folder), { signal }, (event, name) => {
        if (name === null || !(isSource(name) || (event === 'rename' && isFolder(join(folder, name))))) return
        changed.add(join(folder, name))
        events.emit('change')
      }),
    )
    for (const watcher of before) watcher.close()
  }
  watchFolders()
  return async () => {
    if (changed.size === 0) await once(events, 'change', { signal }).catch(() => {})
    if (signal.aborted) return null
    await sleep(quietMs)
    // A new folder may be among the changes, also one that takes the place of another.
    watchFolders()
    const files = [...changed]
    changed.clear()
    return files
  }
}

function isFolder(path: string): boolean {
  return statSync(join(project, path), { throwIfNoEntry: false })?.isDirectory() ?? false
}

function isSource(name: string): boolean {
  return /^(?!.*\.gen\.).*\.(ts|mjs|yaml)$/.test(name)
}

async function generate(): Promise<boolean> {
  const code = await exitOf(spawn('npm', ['run', '--silent', 'generate'], { cwd: project, stdio: 'inherit' }))
  return code === 0
}

/** Whether each operation of the contract has its file, without which no server starts. `generate` names what is missing. */
async function hasAllOperations(): Promise<boolean> {
  const { operations } = await readContract()
  return operations.every(({ id }) => existsSync(join(project, 'server/operations', `${id}.ts`)))
}

/** Lints the contract and prints each broken rule with file and line; prints nothing when no rule is broken. */
async function lint(): Promise<void> {
  const child = spawn('redocly', ['lint', 'spec/openapi.yaml', '--format=stylish'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [output, code] = await Promise.all([text(child.stdout), exitOf(child)])
  if (code !== 0) say(`the contract breaks its rules:\n\n${output.trimEnd()}\n`)
}

function startServer(stopping: AbortSignal): ChildProcess {
  const server = spawn(process.execPath, ['workshop/main.ts'], { cwd: project, stdio: 'inherit' })
  server.once('exit', (code) => {
    if (code !== 0 && code !== null && !stopping.aborted)
      say(`the server ended with ${code}: put right what it says and save`)
  })
  return server
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  await once(child, 'close')
  return child.exitCode
}

function say(message: string): void {
  console.log(`dev: ${message}`)
}

const project = fileURLToPath(new URL('..', import.meta.url))

/** An editor may write a file in several steps: this long after the first change, the files count as complete. */
const quietMs = 100

const usage = `Starts the service as npm start does, and keeps it up to date while you work.

  npm run dev

A change in server/ or workshop/ restarts the service. A change of the contract in spec/ first generates the files that follow from the
contract, and prints every rule that the contract breaks, with file and line. While the contract cannot be read, the running
server goes on unchanged. A restart takes a second or two. Data and tokens survive a restart; sessions at the identity
provider do not.

  --help  this text`

await runCommand(main, { usage, options: {} })
