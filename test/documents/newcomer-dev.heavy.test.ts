import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findEmbeddedPostgres } from '../../workshop/postgres/embedded-postgres.ts'
import { spawnChild } from '../helpers/programs/child.ts'
import { environment } from '../helpers/programs/server-process.ts'
import { copyTree, type Copy } from '../walks/copy.ts'

/** `npm run dev` in a copy of the tree, through an afternoon of changes: the tests build on each other. */

let copy: Copy
let dev: ReturnType<typeof spawnChild>
let output = ''
let dataDir: string
beforeAll(async () => {
  copy = copyTree()
  dataDir = join(copy.folder, '.data')
  dev = spawnChild(process.execPath, ['tools/dev.ts'], {
    cwd: copy.folder,
    env: environment({ PORT: '0', MANAGEMENT_PORT: '0', IDENTITY_PORT: '0', DATA_DIR: dataDir }),
  })
  for (const stream of [dev.stdout, dev.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await starts(1)
})
afterAll(async () => {
  if (dev.exitCode === null) {
    dev.kill('SIGTERM')
    await once(dev, 'close')
  }
  copy.remove()
})

test('a change of the contract is generated and served; what breaks a rule is named', async () => {
  edit('spec/agents.yaml', 'summary: List agents', 'summary: List all the agents')
  edit('spec/agents.yaml', 'minLength: 1, maxLength: 256 }', 'minLength: 1 }')
  await starts(2)
  expect(output).toContain('dev: spec/agents.yaml changed\n')
  expect(await servedSummary()).toBe('List all the agents')
  const types = readFileSync(join(copy.folder, 'spec/gen/openapi.gen.ts'), 'utf8')
  expect(types).toContain('List all the agents')
  await says('house/limits')
})

test('a contract that cannot be read is named, with file and line, and the server goes on', async () => {
  edit('spec/agents.yaml', 'summary: List all the agents', 'summary: "List all')
  await says('the server goes on with the contract that it has')
  expect(output).toMatch(/spec\/agents\.yaml/)
  expect(output).toMatch(/^ +\d+:\d+ +error /m)
  expect(await servedSummary()).toBe('List all the agents')
  edit('spec/agents.yaml', 'summary: "List all', 'summary: List every agent')
  await starts(3)
  expect(await servedSummary()).toBe('List every agent')
})

test('a change of the server restarts it; one that does not run is waited out', async () => {
  edit('server/pipeline/management.ts', 'import', 'throw new Error("not yet")\nimport')
  await says('the server ended with 1')
  edit('server/pipeline/management.ts', 'throw new Error("not yet")\n', '')
  await starts(4)
  expect(await servedSummary()).toBe('List every agent')
})

test('each save of an editor that writes a new file and renames it is seen', async () => {
  edit('server/pipeline/management.ts', 'import', '// once\nimport', renameOver)
  await starts(5)
  edit('server/pipeline/management.ts', '// once', '// twice', renameOver)
  await starts(6)
})

test('the files of a new folder are seen, also where a folder of that name was before', async () => {
  const folder = join(copy.folder, 'server/later')
  for (const times of [7, 10]) {
    mkdirSync(join(folder, 'still'), { recursive: true })
    await starts(times)
    writeFileSync(join(folder, 'still/later.ts'), '')
    await starts(times + 1)
    rmSync(folder, { recursive: true })
    await starts(times + 2)
  }
})

test('it ends with its server and the database', async () => {
  dev.kill('SIGTERM')
  await once(dev, 'close')
  expect(dev.exitCode).toBe(0)
  expect(await findEmbeddedPostgres({ dataDir })).toBeNull()
})

/** Waits until a server has said so often that it listens. */
async function starts(times: number): Promise<void> {
  await vi.waitUntil(() => listening().length >= times || dev.exitCode !== null, waiting)
  expect(listening().length === times ? '' : output).toBe('')
}

async function says(text: string): Promise<void> {
  await vi.waitUntil(() => output.includes(text) || dev.exitCode !== null, waiting)
  expect(output).toContain(text)
}

function edit(
  path: string,
  from: string,
  to: string,
  write: (file: string, text: string) => void = writeFileSync,
): void {
  const file = join(copy.folder, path)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  write(file, text.replace(from, to))
}

function renameOver(file: string, text: string): void {
  writeFileSync(`${file}~`, text)
  renameSync(`${file}~`, file)
}

async function servedSummary(): Promise<string | undefined> {
  const answer = await fetch(`http://127.0.0.1:${listening().at(-1)}/openapi.json`)
  return /"operationId":"listAgents",.*?"summary":"([^"]*)"/.exec(await answer.text())?.[1]
}

/** The ports of the servers that came up so far. */
function listening(): string[] {
  return Array.from(output.matchAll(/"port":(\d+),.*"msg":"listening"/g), ([, port = '']) => port)
}

const waiting = { timeout: 110_000, interval: 50 }
