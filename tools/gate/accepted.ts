import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { asArray, asObject, asString } from '../../contract/json.ts'
import type { ContractChange } from './changes.ts'

/** The list of differences that were reviewed (`spec/released/accepted.yaml`), as `npm run contract -- diff` words them. */
export async function readAccepted(file: string): Promise<string[]> {
  const entries: unknown = existsSync(file) ? parse(await readFile(file, 'utf8')) : null
  return asArray(entries ?? []).map((entry) => {
    const { difference, because } = asObject(entry)
    if (asString(because).trim() === '')
      throw new Error(`${file}: say why it breaks no caller: ${asString(difference)}`)
    return asString(difference)
  })
}

/** The changes, of which those that were reviewed break nobody. */
export function accept(changes: readonly ContractChange[], accepted: readonly string[]): ContractChange[] {
  return changes.map((change) =>
    change.impact === 'breaking' && accepted.includes(change.text) ? { ...change, impact: 'additive' } : change,
  )
}

/** What the list accepts although it is no breaking difference, or none any longer. */
export function findNeedless(changes: readonly ContractChange[], accepted: readonly string[]): string[] {
  const breaking = new Set(changes.filter(({ impact }) => impact === 'breaking').map(({ text }) => text))
  return accepted.filter((text) => !breaking.has(text))
}
