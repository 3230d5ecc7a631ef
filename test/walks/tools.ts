import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { project } from './copy.ts'

/** Tools that nobody here wrote read the contract, and what they write compiles and validates; the exit code. */
export function readWithStockTools(): number {
  const folder = mkdtempSync(join(tmpdir(), 'instance-administration-tools-'))
  const run = (what: string, command: string, ...args: string[]) => {
    const startedAt = performance.now()
    const searchPath = [dirname(process.execPath), process.env['PATH']].join(delimiter)
    execFileSync(command, args, {
      cwd: folder,
      env: { ...process.env, PATH: searchPath },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${what}`)
  }
  try {
    copyFileSync(join(project, 'spec/gen/openapi.gen.json'), join(folder, 'openapi.json'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    run('installed', 'npm', 'install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error', ...packages)
    run('swagger-parser takes it', 'node', 'parse.mjs')
    run('spectral finds nothing', 'npx', 'spectral', 'lint', 'openapi.json', '--fail-severity=hint')
    run(
      'redocly, recommended-strict, neither',
      'npx',
      'redocly',
      'lint',
      'openapi.json',
      '--config=redocly-strict.yaml',
    )
    run('openapi-typescript', 'npx', 'openapi-typescript', 'openapi.json', '-o', 'out/types.ts')
    run('hey-api: fetch, sdk, zod', 'npx', 'openapi-ts', '-i', 'openapi.json', '-o', 'out/hey', ...heyPlugins)
    run('orval: fetch, mocks, zod', 'npx', 'orval', '--config', 'orval.config.mjs')
    run('oazapfts', 'npx', 'oazapfts', 'openapi.json', 'out/oazapfts.ts')
    run(
      'swagger-typescript-api',
      'npx',
      'swagger-typescript-api',
      'generate',
      '-p',
      'openapi.json',
      '-o',
      'out/swagger',
    )
    run('kubb: types, fetch', 'npx', 'kubb', 'generate', '--config', 'kubb.config.mjs')
    run('all of it compiles', 'npx', 'tsc')
    run('no type is there twice', 'node', 'twice.mjs')
    run(
      'the mocks are JavaScript',
      'npx',
      'esbuild',
      'out/mocks/fetch.msw.ts',
      '--bundle',
      '--packages=external',
      '--outfile=out/msw.mjs',
    )
    run('orval: its zod schemas validate', 'npx', 'esbuild', 'validate.ts', ...bundled)
    run('orval: ... as the contract does', 'node', 'out/validate.mjs')
    return 0
  } catch (error) {
    // Some tools tell their faults on the standard output.
    if (error instanceof Error && 'stdout' in error) console.error(String(error.stdout))
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const packages = [
  '@apidevtools/swagger-parser@13.1.0',
  '@stoplight/spectral-cli@6.16.3',
  '@redocly/cli@2.77.0',
  'openapi-typescript@7.13.0',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
  'oazapfts@7.5.0',
  '@oazapfts/runtime@1.2.0',
  'swagger-typescript-api@13.13.0',
  ...['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client'].map((name) => `@kubb/${name}@4.39.3`),
  'zod@4',
  'msw@2',
  '@faker-js/faker@10',
  'esbuild@0.28.2',
  'typescript@5.9',
]

const heyPlugins = ['-p', '@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk', 'zod']

const bundled = ['--bundle', '--log-level=error', '--platform=node', '--format=esm', '--outfile=out/validate.mjs']

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "private": true, "type": "module" }',
  'parse.mjs': `import SwaggerParser from '@apidevtools/swagger-parser'
await SwaggerParser.validate('./openapi.json')`,
  // The rule takes roles for scopes. OpenAPI 3.1 has roles beside schemes other than OAuth, too.
  '.spectral.json': '{ "extends": "spectral:oas", "rules": { "oas3-operation-security-defined": "off" } }',
  'redocly-strict.yaml': 'telemetry: off\nextends: [recommended-strict]',
  'kubb.config.mjs': `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
export default defineConfig({
  input: { path: './openapi.json' },
  output: { path: './out/kubb', format: false },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch' })],
})`,
  // A generator that meets a name again puts a number behind it.
  'twice.mjs': `import { globSync, readFileSync } from 'node:fs'
for (const tool of ['types.ts', 'hey', 'orval/model', 'oazapfts.ts', 'swagger', 'kubb/types']) {
  const texts = globSync(tool.endsWith('.ts') ? 'out/' + tool : 'out/' + tool + '/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const names = new Set(texts.join('\\n').match(/(?<=^export (?:type|interface|enum) )\\w+/gm))
  const twice = [...names].filter((name) => /_?\\d$/.test(name) && names.has(name.replace(/_?\\d$/, '')))
  if (names.size === 0 || twice.length > 0) throw new Error(tool + ' has types twice, or none: ' + twice.join(' '))
}`,
  // Its mocks give an agent the type and the model of two cases, which TypeScript refuses.
  'orval.config.mjs': `const input = './openapi.json'
export default {
  fetch: { input, output: { mode: 'split', target: 'out/orval/fetch.ts', schemas: 'out/orval/model', client: 'fetch' } },
  mocks: { input, output: { mode: 'split', target: 'out/mocks/fetch.ts', client: 'fetch', mock: true } },
  zod: { input, output: { mode: 'single', target: 'out/orval/zod.ts', client: 'zod' } },
}`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      skipLibCheck: true,
      types: [],
    },
    include: ['out/types.ts', 'out/hey', 'out/orval', 'out/oazapfts.ts', 'out/swagger', 'out/kubb'],
  }),
  'validate.ts': `import { CreateAgentBody, CreateIntegrationBody } from './out/orval/zod.ts'
const agent = { name: 'a', type: 'AI', active: true, model: 'claude-sonnet-4-5' }
const zoho = { clientId: '1000.ABCDEFGHIJKLMNOPQRSTUVWXYZ0123', clientSecret: 'a'.repeat(42), refreshToken: 'b'.repeat(70) }
const integration = (metadata) => ({ name: 'a', type: 'ZOHO_CRM', metadata })
const validated = [
  CreateAgentBody.safeParse(agent).success,
  CreateAgentBody.safeParse({ ...agent, model: undefined }).success,
  CreateAgentBody.safeParse({ ...agent, type: 'HUMAN' }).success,
  CreateIntegrationBody.safeParse(integration({ ...zoho, dataCenter: 'nowhere' })).success,
]
if (validated.join() !== 'true,false,false,false') throw new Error('The schemas validate otherwise: ' + validated.join())`,
}
