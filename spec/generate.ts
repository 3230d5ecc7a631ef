import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundle, createConfig } from '@redocly/openapi-core'
import { integrationTypesFolder, loadIntegrationTypes } from '../server/integrations/integration-types.ts'
import { generateIntegrationSchemas } from './generate-integration-schemas.ts'

/**
 * Writes what follows from the hand-written contract: the schemas of the integration types, then the whole as one JSON
 * document, which the server reads, and its TypeScript types. `--check` writes nothing and fails when a file is not
 * what would be written.
 */
const isCheck = process.argv.includes('--check')
const results = [writeIntegrationSchemas(), await writeDocument(), writeTypes()]
process.exitCode = results.every(Boolean) ? 0 : 1

function writeIntegrationSchemas(): boolean {
  const schemas = generateIntegrationSchemas(loadIntegrationTypes(integrationTypesFolder))
  return write('integration-metadata.gen.yaml', schemas)
}

/** Bundling takes a quarter of a second and 60 MB, which no start should have to spend. */
async function writeDocument(): Promise<boolean> {
  const ref = fileURLToPath(new URL('openapi.yaml', import.meta.url))
  const { bundle: bundled, problems } = await bundle({ ref, config: await createConfig({}) })
  const [problem] = problems
  if (problem) throw new Error(`The contract cannot be read: ${problem.message}`)
  return write('openapi.gen.json', `${JSON.stringify(bundled.parsed, null, 1)}\n`)
}

function write(name: string, text: string): boolean {
  const file = new URL(name, import.meta.url)
  if (!isCheck) {
    writeFileSync(file, text)
    return true
  }
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return true
  console.error(`spec/${name} is not up to date: run "npm run generate".`)
  return false
}

function writeTypes(): boolean {
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/openapi-typescript/bin/cli.js',
      'openapi.yaml',
      '--output=openapi.gen.ts',
      '--root-types',
      '--root-types-no-schema-prefix',
      '--default-non-nullable=false',
      ...(isCheck ? ['--check'] : []),
    ],
    { cwd: fileURLToPath(new URL('.', import.meta.url)), stdio: 'inherit' },
  )
  return status === 0
}
