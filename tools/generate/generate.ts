import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundle, createConfig } from '@redocly/openapi-core'
import { integrationTypesFolder, loadIntegrationTypes } from '../../contract/integration-type-files.ts'
import type { IntegrationTypes } from '../../contract/integration-types.ts'
import { readOperations } from '../../contract/document.ts'
import { asObject, type JsonObject } from '../../contract/json.ts'
import { readArguments } from '../../server/commands/read-arguments.ts'
import { generateConfiguration } from './configuration.ts'
import { generateIntegrationSchemas } from './integration-schemas.ts'
import { generateIntegrationTypeFile } from './integration-type-file.ts'
import { nameTypes } from './name-types.ts'
import { findMissingOperations, generateOperations } from './operations.ts'
import { generateProblems } from './problems.ts'
import { generateSdk } from './sdk.ts'
import { contractOperations } from './sdk/operations.ts'
import { stateOrigins } from './state-origins.ts'
import { writeJson } from './write-json.ts'

const usage = `Generates the files that follow from the contract: its JSON, types, schemas of the integration types, the map of operations,
the SDK and the page docs/configuration.md.

  npm run generate [-- --check]

  --check  writes nothing, and fails when a file is out of date
  --help   this text`

const options = readArguments({
  args: process.argv.slice(2),
  usage,
  options: { check: { type: 'boolean', default: false } },
})
if (!options.ok) process.exit(options.exitCode)
const isCheck = options.values.check

/**
 * Returns the exit code. A missing file of an operation fails only the check: its author first needs the generated types.
 */
async function main(): Promise<number> {
  const types = readIntegrationTypeFiles()
  if (types === null) return 1
  // The next three files come first: the bundler and the generator of types read them.
  const results = [
    write('spec/gen/problems.gen.yaml', generateProblems()),
    write('spec/gen/integration-metadata.gen.yaml', generateIntegrationSchemas(types)),
    write('spec/gen/integration-type.gen.ts', await generateIntegrationTypeFile()),
  ]
  const contract = await bundleContract()
  const operations = contractOperations(contract)
  const ids = readOperations(contract).map(({ id }) => id)
  results.push(
    write('spec/gen/openapi.gen.json', `${writeJson(contract, 3)}\n`),
    writeTypes(),
    write('spec/gen/integration-types.gen.json', `${writeJson(Object.fromEntries(types), 2)}\n`),
    write('server/operations/index.gen.ts', generateOperations(ids)),
    write('docs/configuration.md', generateConfiguration()),
    ...[...generateSdk(contract, operations)].map(([path, text]) => write(path, text)),
  )
  const missing = findMissingOperations(ids)
  for (const sentence of missing) console.error(sentence)
  return results.every(Boolean) && !(isCheck && missing.length > 0) ? 0 : 1
}

/** Returns null when a file in spec/integration-types is wrong, after printing the fault. */
function readIntegrationTypeFiles(): IntegrationTypes | null {
  try {
    return loadIntegrationTypes(integrationTypesFolder)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    console.error('Nothing was generated. spec/integration-type.schema.json explains every member of such a file.')
    return null
  }
}

/** Bundling takes a quarter of a second and 60 MB, so it happens here and not at every start of the server. */
async function bundleContract(): Promise<JsonObject> {
  const ref = fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url))
  const { bundle: bundled, problems } = await bundle({ ref, config: await createConfig({}) })
  const [problem] = problems
  if (problem) {
    const [{ source, pointer } = {}] = problem.location
    const place = `${source?.absoluteRef.split('/').at(-1) ?? 'openapi.yaml'}${pointer ?? ''}`
    throw new Error(`The contract cannot be read: ${problem.message} (spec/${place})`)
  }
  return asObject(stateOrigins(bundled.parsed))
}

function write(path: string, text: string): boolean {
  const file = new URL(`../../${path}`, import.meta.url)
  if (!isCheck) {
    writeFileSync(file, text)
    return true
  }
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return true
  console.error(`${path} is not up to date: run "npm run generate".`)
  return false
}

function writeTypes(): boolean {
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      'node_modules/openapi-typescript/bin/cli.js',
      '../../spec/openapi.yaml',
      '--root-types',
      '--root-types-no-schema-prefix',
      '--default-non-nullable=false',
    ],
    {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    },
  )
  if (status !== 0) return false
  const { schemas, rest } = nameTypes(stdout)
  return [write('spec/gen/schemas.gen.ts', schemas), write('spec/gen/openapi.gen.ts', rest)].every(Boolean)
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  console.error(
    `Nothing after that was generated. "npx redocly lint spec/openapi.yaml" names the lines that break a rule.`,
  )
  return 1
})
