import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Starts the service three times, in a process of its own that has nothing compiled yet, and says how long the median
 * start took until it listened, in milliseconds. The data folder must hold a database already.
 */
export async function measureBoot(env: Record<string, string>): Promise<number> {
  return median(await thrice(() => timeUntilListening(env)))
}

/** How much of that is reading, checking and compiling the integration types, in milliseconds. */
export async function measureTypes(): Promise<number> {
  return median(
    await thrice(async () => Number(await outputOf(['--input-type=module', '--eval', LOAD_TYPES]))),
  )
}

async function timeUntilListening(env: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let log = ''
  for await (const chunk of child.stdout) {
    log += String(chunk)
    if (!log.includes('"listening"')) continue
    const took = performance.now() - startedAt
    child.kill('SIGTERM')
    await ended
    return took
  }
  throw new Error(`The service did not start:\n${log}`)
}

async function outputOf(args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { env: {}, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  return output
}

async function thrice(run: () => Promise<number>): Promise<number[]> {
  return [await run(), await run(), await run()]
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN
}

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const project = new URL('../../', import.meta.url).href

/** After the contract, as at a start: what both need is loaded then. */
const LOAD_TYPES = `
  const { readContract } = await import('${project}contract/document.ts')
  await readContract()
  const startedAt = performance.now()
  const { integrationTypesFolder, loadIntegrationTypes } = await import('${project}contract/integration-types.ts')
  loadIntegrationTypes(integrationTypesFolder)
  console.log(performance.now() - startedAt)`
