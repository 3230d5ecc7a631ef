import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runCommand } from '../server/commands/run-command.ts'

/**
 * Every check that needs no running service: generated files that are out of date, the lint rules of the contract and its
 * flows, changes that would break callers of the last release, types, lint, format. All run at once; the output of failed
 * checks is printed.
 */
const checks: Record<string, string[]> = {
  drift: ['npm', 'run', '--silent', 'generate', '--', '--check'],
  contract: ['redocly', 'lint', 'spec/openapi.yaml', 'spec/flows/*.arazzo.yaml'],
  release: ['node', 'tools/gate/contract.ts', 'diff', '--check'],
  types: ['tsc'],
  console: ['tsc', '--project', 'console'],
  worker: ['tsc', '--project', 'examples/worker'],
  agent: ['tsc', '--project', 'examples/traced-agent'],
  lint: ['oxlint', '--type-aware'],
  format: ['prettier', '--check', '--log-level', 'warn', '.'],
}

const usage = `Runs every check that needs no running service, and prints the output of the checks that fail.

  npm run check

  ${Object.entries(checks)
    .map(([name, command]) => `${name.padEnd(9)} ${command.join(' ')}`)
    .join('\n  ')}`

await runCommand(main, { usage, options: {} })

async function main(): Promise<number> {
  const results = await Promise.all(Object.entries(checks).map(([name, command]) => run(name, command)))
  return results.every(Boolean) ? 0 : 1
}

async function run(name: string, [program = '', ...args]: string[]): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  await once(child, 'close')
  const isGood = child.exitCode === 0
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${name.padEnd(9)} ${seconds} s`)
  if (!isGood) console.log(output.join(''))
  return isGood
}
