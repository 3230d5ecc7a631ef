import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject } from '../../contract/json.ts'
import { runRedocly } from '../redocly.ts'

/** The paths of the files in `spec/flows`. */
export async function listFlows(): Promise<string[]> {
  const folder = fileURLToPath(new URL('../../spec/flows', import.meta.url))
  const names = await readdir(folder)
  return names
    .filter((name) => name.endsWith('.arazzo.yaml'))
    .sort()
    .map((name) => join(folder, name))
}

/**
 * Runs the flows with real calls (`redocly respect`), and checks every answer against the contract. `target.token` must be
 * an Administrator's of the instance, and the instance must have ledger entries that need a review.
 */
export async function runFlows(files: readonly string[], target: FlowTarget): Promise<FlowResult> {
  const folder = await mkdtemp(join(tmpdir(), 'flows-'))
  try {
    await writeFile(join(folder, 'openapi.json'), await readPlainContract())
    const copies = await Promise.all(files.map((file) => copyFlow(file, folder)))
    const { code, output } = await runRedocly(
      ['respect', ...copies, `--server=api=${target.baseUrl}`, `--execution-timeout=${twoMinutes}`],
      // As a variable, the token does not appear in the list of processes.
      { REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputsFor(target)) },
    )
    return { ok: code === 0, output }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * The contract with the plain schemas by which the service itself validates, in place of the unions over integration types.
 * Redocly compiles such a union for every answer; meanwhile the service closes the connection, which looks idle.
 */
async function readPlainContract(): Promise<string> {
  const text = await readFile(new URL('../../spec/gen/openapi.gen.json', import.meta.url), 'utf8')
  const plain: unknown = JSON.parse(text, (_name, value: unknown) =>
    isObject(value) && typeof value['x-validated-as'] === 'string' ? { $ref: value['x-validated-as'] } : value,
  )
  return JSON.stringify(plain)
}

async function copyFlow(file: string, folder: string): Promise<string> {
  const copy = join(folder, basename(file))
  const flow = await readFile(file, 'utf8')
  await writeFile(copy, flow.replace('url: ../openapi.yaml', 'url: openapi.json'))
  return copy
}

function inputsFor({ instanceId, token }: FlowTarget) {
  const unique = randomUUID().slice(0, 8)
  return {
    instanceId,
    token,
    username: `ada-${unique}`,
    agentName: `Summariser ${unique}`,
    botToken: 'xoxb-1234567890-not-a-real-token',
  }
}

const twoMinutes = 120_000

export interface FlowTarget {
  /** Without a trailing slash. */
  baseUrl: string
  instanceId: string
  token: string
}

export interface FlowResult {
  ok: boolean
  /** The outcome of every step as text for people; secrets are masked. */
  output: string
}
