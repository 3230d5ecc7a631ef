import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { integrationTypesFolder, loadIntegrationTypes } from '../server/integrations/integration-types.ts'
import { generateIntegrationSchemas } from './generate-integration-schemas.ts'

/**
 * Writes what follows from the hand-written contract: the schemas of the integration types, then the TypeScript types
 * of the whole. `--check` writes nothing and fails when a file is not what would be written.
 */
const isCheck = process.argv.includes('--check')
const results = [writeIntegrationSchemas(), writeTypes()]
process.exitCode = results.every(Boolean) ? 0 : 1

function writeIntegrationSchemas(): boolean {
  const file = new URL('integration-metadata.gen.yaml', import.meta.url)
  const text = generateIntegrationSchemas(loadIntegrationTypes(integrationTypesFolder))
  if (!isCheck) {
    writeFileSync(file, text)
    return true
  }
  if (readFileSync(file, 'utf8') === text) return true
  console.error('spec/integration-metadata.gen.yaml is not up to date: run "npm run generate".')
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
