import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { settings } from '../../server/config/settings.ts'
import { asArray, asObject, asString } from '../../contract/json.ts'
import { listFiles, project } from '../walks/copy.ts'

/** What no test here can run for want of Docker: that its parts fit the tree and the reader of the configuration. */
const compose = asObject(parse(read('compose.yaml')))
const services = asObject(compose['services'])
const server = asObject(services['server'])
const environment = asObject(server['environment'])
const instructions = read('Dockerfile')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))

describe('Dockerfile', () => {
  test('copies what is there, and what is not kept from it', () => {
    const sources = instructions
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(/\s+/).slice(1, -1))
    expect(sources).toContain('package-lock.json')
    expect(sources.filter((source) => !existsSync(join(project, source)))).toEqual([])
    const kept = [
      'server/main.ts',
      'spec/gen/openapi.gen.json',
      'spec/integration-types/SLACK.yaml',
      'package.json',
      'docs/decisions/',
      'docs/how-to/models.md',
    ]
    expect(kept.filter(isIgnored)).toEqual([])
    const secrets = ['.env', '.git/config', '.data/encryption-keys.json', 'entries.ndjson']
    const unused = ['test/helpers/issuer.ts', 'docs/operations.md', 'tools/generate/node_modules/x']
    expect([...secrets, ...unused].filter((file) => !isIgnored(file))).toEqual([])
  })

  test('takes into the image only folders that the service reads', () => {
    const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')))
    const taken = last
      .filter((line) => line.startsWith('COPY --from=page '))
      .flatMap((line) => line.split(/\s+/).slice(2, -1))
    const folders = ['.build', 'LICENSE', 'contract', 'package.json', 'server', 'spec']
    expect(taken.sort()).toEqual(folders.map((name) => `/app/${name}`))
  })

  test('names stages that exist, and ends without root', () => {
    const stages = instructions.flatMap((line) => / AS (\w+)$/.exec(line)?.[1] ?? [])
    const used = instructions.flatMap((line) => /--from=(\w+)/.exec(line)?.[1] ?? [])
    expect(used.filter((stage) => !stages.includes(stage))).toEqual([])
    const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')))
    expect(last).toContain('USER node')
    expect(last.join('\n')).toMatch(/^ENV NODE_ENV=production( |$)/m)
  })

  test('runs files of the tree, the server as npm start does but without the workshop', () => {
    const run = instructions.flatMap((line) => /(server\/\S+\.ts)/.exec(line)?.[1] ?? [])
    expect(run).toContain('server/commands/healthcheck.ts')
    expect(run.filter((file) => !existsSync(join(project, file)))).toEqual([])
    const start = asString(asObject(asObject(JSON.parse(read('package.json')))['scripts'])['start']).split(' ')
    const first = start.indexOf('node')
    expect(JSON.parse(instructions.at(-1)?.replace('CMD ', '') ?? '')).toEqual(
      start.slice(first).map((word) => word.replace('workshop/', 'server/')),
    )
    const variables = instructions.filter((line) => line.startsWith('ENV ')).flatMap((line) => line.split(' '))
    const set = start.slice(0, first).filter((word) => word.includes('='))
    expect(set.filter((variable) => !variables.includes(variable))).toEqual([])
  })
})

describe('compose.yaml', () => {
  test('sets variables that the server reads, and all that it needs in production', () => {
    const known = Object.keys(settings)
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([])
    const given = {
      POSTGRES_PASSWORD: 'a1b2',
      OIDC_ISSUER: 'https://id.example.com',
      ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
    }
    const set = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, substitute(asString(value), given)]),
    )
    const read = readConfig({ NODE_ENV: 'production', ...set })
    expect(read.ok ? [] : read.problems).toEqual([])
    expect(read.ok && read.config.databaseUrl).toBe('postgres://instance_admin:a1b2@database/instance_admin')
  })

  test('refuses to start without what only its operator knows', () => {
    for (const name of ['DATABASE_URL', 'OIDC_ISSUER', 'ENCRYPTION_KEYS'])
      expect(() => substitute(asString(environment[name]), {}), name).toThrow(/\.env$/)
  })

  test('gives the server no right that it does not need, and time to stop', () => {
    expect(server).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    const grace = Number.parseInt(asString(server['stop_grace_period']), 10)
    // A connection test that runs in the background takes 10 s at most.
    expect(grace).toBeGreaterThan(settings.SHUTDOWN_TIMEOUT_MS.default / 1000 + 10)
  })

  test('opens the API to this machine alone, and neither the database nor the metrics', () => {
    expect(server['ports']).toEqual(['127.0.0.1:3000:3000'])
    expect(asObject(services['database'])['ports']).toBeUndefined()
  })
})

describe('the workflow', () => {
  const workflow = asObject(parse(read('.github/workflows/ci.yml')))
  const steps = Object.values(asObject(workflow['jobs'])).flatMap((job) => asArray(asObject(job)['steps']))

  test('runs what CI runs here, with rights to read alone, and uploads nothing', () => {
    expect(workflow['permissions']).toEqual({ contents: 'read' })
    expect(steps.map((step) => asObject(step)['run']).filter(Boolean)).toEqual(['.ci/run'])
    expect(JSON.stringify(steps)).not.toMatch(/upload|secrets\./)
    expect(listFiles()).toContain('.ci/run')
  })
})

/** As Compose fills `${NAME}` and `${NAME:?message}` in. */
function substitute(text: string, variables: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)(?::\?([^}]*))?\}/g, (_match, name: string, message: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(message)
    return value
  })
}

/** The simple patterns that .dockerignore has: a path, `**` before a name, `*` within one, `!` before what is kept. */
function isIgnored(file: string): boolean {
  const last = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .findLast((pattern) => {
      const path = pattern.replace('!', '')
      const anywhere = path.startsWith('**/')
      const name = path.replace('**/', '').replaceAll('.', '\\.').replaceAll('*', '[^/]*')
      return new RegExp(`${anywhere ? '(^|/)' : '^'}${name}(/|$)`).test(file)
    })
  return last !== undefined && !last.startsWith('!')
}

function read(file: string): string {
  return readFileSync(join(project, file), 'utf8')
}
