import { existsSync, globSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { readContract } from '../../contract/document.ts'

const operationTests = fileURLToPath(new URL('../operations', import.meta.url))

/**
 * The file to which all services of a run write their answers. The workers inherit its name, as children of the reporter.
 */
export function answeredFile(): string {
  process.env['ANSWERED_FILE'] ??= join(tmpdir(), `instance-admin-answered-${process.pid}.txt`)
  return process.env['ANSWERED_FILE']
}

/**
 * Says at the end of a run what it proved, and for each failure the command that runs that test alone. Fails a run of all
 * operations in which a declared status was never answered: the contract promises it without a test.
 */
export default class ProofReporter implements Reporter {
  #startedAt = 0
  /** Who gave the file's name reads it, too. */
  #keepsFile = false

  onInit(): void {
    this.#startedAt = performance.now()
    this.#keepsFile = process.env['ANSWERED_FILE'] !== undefined
    rmSync(answeredFile(), { force: true })
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const failed = modules.flatMap((module) => [...module.children.allTests('failed')])
    if (failed.length > 0) console.error(`\n Each failure alone:\n${failed.map(commandFor).join('\n')}`)
    const answered = readAnswered()
    if (!this.#keepsFile) rmSync(answeredFile(), { force: true })
    if (!ranEveryOperation(modules)) return
    const { operations } = await readContract()
    const declared = operations.flatMap(({ id, statuses }) => statuses.map((status) => `${id} ${status}`))
    const missing = declared.filter((pair) => !answered.has(pair))
    if (missing.length > 0) {
      console.error(` Never answered:\n${missing.map((pair) => `   ${pair}\n`).join('')}`)
      process.exitCode = 1
    }
    const rules = modules.flatMap((module) => [...module.children.allTests('passed')]).length
    const pairs = `${declared.length - missing.length} of ${declared.length} declared pairs of operation and status`
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000)
    console.log(`
 Proved: ${operations.length} operations, ${pairs}, ${rules} facts (a test each).
 Took: ${seconds} s on ${availableParallelism()} processors, on a real PostgreSQL.
 Not proved here, but by npm run test:heavy: ${countHeavy()} more files (browsers, other programs, kills, every pair and type).`)
  }
}

function commandFor({ module, fullName, project }: TestCase): string {
  const file = relative(process.cwd(), module.moduleId)
  const pattern = fullName.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return `   npx vitest run --project ${project.name} ${file} -t '${pattern.replaceAll("'", String.raw`'\''`)}'`
}

function countHeavy(): number {
  return globSync('test/**/*.heavy.test.ts').length
}

function ranEveryOperation(modules: readonly TestModule[]): boolean {
  const ran = new Set(modules.map(({ moduleId }) => moduleId))
  return readdirSync(operationTests)
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.heavy.test.ts'))
    .every((file) => ran.has(join(operationTests, file)))
}

function readAnswered(): Set<string> {
  const file = answeredFile()
  return new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
}
