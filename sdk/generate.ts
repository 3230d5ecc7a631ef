import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { contractOperations } from './generate/operations.ts'
import { writeTable } from './generate/table.ts'
import { writeTypes } from './generate/types.ts'

/**
 * Writes the typed methods of the SDK from the contract. `--check` writes nothing and fails when a file is not what
 * would be written.
 */
const isCheck = process.argv.includes('--check')
const contract: unknown = JSON.parse(
  readFileSync(new URL('../spec/openapi.gen.json', import.meta.url), 'utf8'),
)
const operations = contractOperations(contract)
write('operations.gen.ts', writeTypes(operations))
write('table.gen.ts', writeTable(operations))

function write(name: string, code: string): void {
  const file = new URL(`src/${name}`, import.meta.url)
  const text = `// Generated from the contract by sdk/generate.ts: change the contract, never this file.\n\n${code}\n`
  if (!isCheck) return writeFileSync(file, text)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  process.stderr.write(`sdk/src/${name} is not up to date: run "node sdk/generate.ts".\n`)
  process.exitCode = 1
}
