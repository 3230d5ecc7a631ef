import { readdirSync } from 'node:fs'

const folder = new URL('../../server/operations/', import.meta.url)

/**
 * The map of the server's operations. It imports a file for each operation of the contract, even if the file does not exist
 * yet.
 */
export function generateOperations(ids: readonly string[]): string {
  const names = [...ids].sort()
  return [
    '// Generated from the contract by tools/generate/operations.ts: change the contract, never this file.',
    [
      "import type { Operations } from '../contract.ts'",
      ...names.map((id) => `import { ${id} } from './${id}.ts'`),
    ].join('\n'),
    `export const operations: Operations = {\n${names.map((id) => `  ${id},\n`).join('')}}\n`,
  ].join('\n\n')
}

/** One sentence for each operation without a file in server/operations, and for each file there without an operation. */
export function findMissingOperations(ids: readonly string[]): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.gen.ts'))
  const missing = ids.filter((id) => !files.includes(`${id}.ts`))
  const unknown = files.filter((name) => !ids.includes(name.slice(0, -'.ts'.length)))
  return [
    ...missing.map(
      (id) => `Write server/operations/${id}.ts: it exports ${id}, an Operation<'${id}'> (server/contract.ts).`,
    ),
    ...unknown.map(
      (name) => `server/operations/${name} answers no operation of the contract: name it after one, or delete it.`,
    ),
  ]
}
