import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asArray, asObject, asString, isObject, type JsonObject } from '../../contract/json.ts'
import { runRedocly } from '../redocly.ts'

/** The changes that `redocly diff` finds between two documents. */
export async function diff(released: JsonObject, current: JsonObject): Promise<DiffChange[]> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-diff-'))
  try {
    const fileOf = (name: string) => join(folder, `${name}.json`)
    const [before, now, report] = [fileOf('released'), fileOf('current'), fileOf('report')]
    await writeFile(before, JSON.stringify(released))
    await writeFile(now, JSON.stringify(current))
    const options = ['--format=json', '--fail-on=none', `--output=${report}`]
    const { code, output } = await runRedocly(['diff', before, now, ...options])
    if (code !== 0) throw new Error(`redocly diff failed:\n${output}`)
    return asArray(asObject(JSON.parse(await readFile(report, 'utf8')))['changes']).map(readChange)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function readChange(value: unknown): DiffChange {
  const change = asObject(value)
  const base = isObject(change['base']) ? change['base'] : undefined
  const revision = isObject(change['revision']) ? change['revision'] : undefined
  return {
    kind: asString(change['kind']),
    path: asString(change['path']),
    type: asString(change['typeName']),
    property: typeof change['property'] === 'string' ? change['property'] : undefined,
    pointer: asString((revision ?? base)?.['pointer']),
    base: base?.['value'],
    revision: revision?.['value'],
    verdicts: asArray(change['verdicts']).map((verdict) => ({
      rule: asString(asObject(verdict)['ruleId']),
      message: asString(asObject(verdict)['message']),
    })),
  }
}

export interface DiffChange {
  kind: string
  /**
   * The path through references, from the first operation that uses the node. Ends with `$ref` when the reference itself
   * changed.
   */
  path: string
  type: string
  property: string | undefined
  /** The JSON pointer of the node in the document. */
  pointer: string
  base: unknown
  revision: unknown
  verdicts: { rule: string; message: string }[]
}
