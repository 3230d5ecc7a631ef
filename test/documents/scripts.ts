import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { asObject, asString } from '../../contract/json.ts'
import type { Ran } from '../helpers/programs/server-process.ts'
import { project } from '../walks/copy.ts'

/** The commands of package.json. */
export const scripts = asObject(asObject(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')))['scripts'])
/** `pre...` runs by itself before what it is named after. */
export const commands = Object.keys(scripts).filter((name, _at, all) => !all.some((other) => name === `pre${other}`))

/** Those that are programs of this project. `npm test` starts the program of others. */
export function isOwn(command: string): boolean {
  return commandLine(command).startsWith('node ')
}

/** Those that load the programs of others at once, which takes a quarter of a second and more: Redocly, Vite, Playwright. */
export const loadMuch = ['generate', 'console:pictures', 'walk']

/** Of commands that are several: each has a text and arguments of its own. */
export const subcommands = [
  ['server/commands/ledger.ts', 'import'],
  ['server/commands/ledger.ts', 'prune'],
  ['server/commands/ledger.ts', 'recount'],
  ['server/commands/users.ts', 'link'],
  ['server/commands/users.ts', 'waiting'],
  ['tools/gate/contract.ts', 'diff'],
  ['tools/gate/contract.ts', 'release'],
  ['tools/gate/contract.ts', 'origins'],
  ['tools/bench/bench.ts', 'ledger'],
] as const

export function commandLine(command: string): string {
  return asString(scripts[command])
}

/** Nothing that a command would need is there. */
export const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/none', PORT: '1', DATA_DIR: '/nonexistent' }

export function expectHelp({ code, stdout, stderr }: Ran): void {
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/npm (run|start)|Usage/)
}

export function expectRefusal({ code, stderr }: Ran): void {
  expect(code).toBe(1)
  expect(stderr).toContain("Unknown option '--nonsense'")
  expect(stderr).toMatch(/^ {2}(npm (run|start)|node server)|^npm run/m)
  expect(stderr).not.toContain('ERR_PARSE_ARGS')
}
