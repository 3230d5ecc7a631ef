import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule } from 'vitest/node'
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
 * Fails a whole run in which a declared status was never answered: the contract promises it without a test. Does not check a
 * run of only some files.
 */
export default class AnsweredReporter implements Reporter {
  onInit(): void {
    rmSync(answeredFile(), { force: true })
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    if (!ranEveryOperation(modules)) return
    const answered = readAnswered()
    const { operations } = await readContract()
    const declared = operations.flatMap(({ id, statuses }) => statuses.map((status) => `${id} ${status}`))
    const missing = declared.filter((pair) => !answered.has(pair))
    console.log(
      `\n Answered ${declared.length - missing.length} of ${declared.length} declared (operation, status) pairs.`,
    )
    if (missing.length === 0) return
    console.error(` Never answered:\n${missing.map((pair) => `   ${pair}\n`).join('')}`)
    process.exitCode = 1
  }
}

function ranEveryOperation(modules: readonly TestModule[]): boolean {
  const ran = new Set(modules.map(({ moduleId }) => moduleId))
  return readdirSync(operationTests)
    .filter((file) => file.endsWith('.test.ts'))
    .every((file) => ran.has(join(operationTests, file)))
}

function readAnswered(): Set<string> {
  const file = answeredFile()
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  rmSync(file, { force: true })
  return new Set(lines)
}
