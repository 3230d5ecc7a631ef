import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asString, type JsonObject } from '../../contract/json.ts'
import { project } from '../walks/copy.ts'
import { deployment, manifests, server, withServer } from './manifests.ts'

/** What the compiler of TypeScript finds in the manifests. */
let scratch: string
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'kubernetes-'))
})
afterAll(() => rmSync(scratch, { recursive: true }))

describe('the manifests', () => {
  test('have fields that Kubernetes knows, and no others', async () => {
    const unknown = { ...server, readynessProbe: server['readinessProbe'] }
    const misplaced = { ...deployment, replicas: 2 }
    const { code, output } = await compile([
      ...manifests.map(({ manifest }) => declare(manifest)),
      ...[withServer(unknown), misplaced].map((manifest) => `// @ts-expect-error\n${declare(manifest)}`),
    ])
    expect([code, output]).toEqual([0, ''])
  })
})

/** As TypeScript, which refuses a field of a literal that its type does not have. */
function declare(manifest: JsonObject): string {
  const { apiVersion, kind } = manifest
  const type = `import('kubernetes-models/${asString(apiVersion)}').I${asString(kind)}`
  return `export const manifest${(declared += 1)}: ${type} = ${JSON.stringify(manifest)}`
}

let declared = 0

async function compile(declarations: string[]): Promise<{ code: number | null; output: string }> {
  writeFileSync(join(scratch, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(scratch, 'manifests.ts'), declarations.join('\n'))
  const compilerOptions = { module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true, types: [] }
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  symlinkSync(join(project, 'node_modules'), join(scratch, 'node_modules'))
  return new Promise((resolve) => {
    const child = execFile(
      join(project, 'node_modules/.bin/tsc'),
      ['-p', scratch, '--pretty', 'false'],
      (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    )
  })
}
