import { readdirSync } from 'node:fs'

const folder = new URL('../../server/operations/', import.meta.url)

/**
 * The server's operations, each from its file. It names a file for each operation of the contract, even if the file does not
 * exist yet.
 */
export function generateOperations(ids: readonly string[]): string {
  return [
    '// Generated from the contract by tools/generate/operations.ts: change the contract, never this file.\n',
    ...[...ids].sort().map((id) => `export { ${id} } from './${id}.ts'`),
    '',
  ].join('\n')
}

/** One sentence for each operation without a file in server/operations, and for each file there without an operation. */
export function findMissingOperations(ids: readonly string[]): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.gen.ts'))
  const missing = ids.filter((id) => !files.includes(`${id}.ts`))
  const unknown = files.filter((name) => !ids.includes(name.slice(0, -'.ts'.length)))
  return [
    ...missing.map(
      (id) =>
        `Write server/operations/${id}.ts: it exports ${id}, an Operation<'${id}'> (server/contract/operation.ts).`,
    ),
    ...unknown.map(
      (name) => `server/operations/${name} answers no operation of the contract: name it after one, or delete it.`,
    ),
  ]
}
