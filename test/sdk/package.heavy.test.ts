import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { asArray, asObject, asString, isObject } from '../../contract/json.ts'
import { createClient } from '../../sdk/src/index.ts'
import { spawnChild } from '../helpers/programs/child.ts'
import { environment, run } from '../helpers/programs/server-process.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { packSdk, provide, type PackedSdk } from './package/pack.ts'
import { findRuntimes } from './package/runtimes.ts'
import { compile, compilers } from './package/typescript.ts'
import {
  hasBrowser,
  openPage,
  serveWebApp,
  startDevelopment,
  type Development,
  type OpenPage,
  type WebApp,
} from './package/web-app.ts'

/** The tarball that is published, installed into a project of its own and used there. */
let sdk: PackedSdk
const read = (path: string) => readFileSync(join(sdk.installed, path), 'utf8')
const readJson = (path: string) => asObject(JSON.parse(read(path)))
beforeAll(async () => {
  sdk = await packSdk()
  for (const folder of ['package/consumers', 'browser-app', 'live-app']) copyConsumer(folder)
})
afterAll(() => sdk.remove())

describe('the tarball', () => {
  test('passes publint and attw', async () => {
    const [publint, attw] = await Promise.all([
      run('publint', ['--strict', sdk.tarball], {}),
      run('attw', [sdk.tarball, '--profile=node16', '--format=ascii'], {}),
    ])
    expect(publint, publint.stdout).toMatchObject({ code: 0 })
    expect(attw, attw.stdout).toMatchObject({ code: 0 })
  })

  test('has every file that its package.json and its maps name, and nothing that a build left behind', () => {
    const has = (path: string) => existsSync(join(sdk.installed, path))
    const entries = targets(readJson('package.json')['exports'])
    expect(entries.filter((path) => !has(path))).toEqual([])
    expect(entries).toContain('./dist/react-query.d.cts')

    const sources = sdk.files
      .filter((path) => path.endsWith('.map'))
      .flatMap((path) => asArray(readJson(path)['sources']).map((source) => join('dist', asString(source))))
    expect(sources.filter((path) => !has(path))).toEqual([])
    expect(sources).toContain('dist/sources/sdk/src/client.ts')
    expect(sources).toContain('dist/sources/openapi-fetch/dist/index.d.mts')
    expect(sdk.files.filter((path) => path.includes('stale'))).toEqual([])
  })

  test('takes at most 4 MB on a disk', () => {
    expect(sdk.unpackedSize).toBeLessThanOrEqual(4_000_000)
    // A build that left something out would be small, too.
    expect(sdk.unpackedSize).toBeGreaterThan(2_000_000)
  })

  test('has the rules of the contract behind the doors for tests, and behind no other', () => {
    const holding = sdk.files
      .filter((path) => path.endsWith('.map'))
      .filter((path) => read(path).includes('sources/contract/rules/'))
    const doors = ['dist/index', 'dist/raw', 'dist/react-query', 'dist/reporter'].flatMap((path) => [
      path,
      `${path}-live`,
    ])
    expect(holding.filter((path) => doors.some((door) => path.startsWith(`${door}.`)))).toEqual([])
    expect(holding).toContain('dist/testing.js.map')
  })

  test('needs no other package, and has the licences of what it contains', () => {
    expect(readJson('package.json')).not.toHaveProperty('dependencies')
    const installed = readdirSync(join(sdk.app, 'node_modules')).filter((name) => !name.startsWith('.'))
    expect(installed).toEqual(['@instance-admin'])
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@marcbachmann/cel-js'])
      expect(read('THIRD-PARTY-LICENSES.md')).toContain(
        readFileSync(projectFile(`node_modules/${name}/LICENSE`), 'utf8'),
      )
    expect(read('LICENSE')).toContain('Apache License')
  })

  test('has a changelog that ends with its version', () => {
    const [newest] = /(?<=^## ).+/m.exec(read('CHANGELOG.md')) ?? []
    expect(newest).toBe(readJson('package.json')['version'])
  })
})

describe('a program', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.close())

  const programs = findRuntimes().flatMap(({ version, program }) =>
    ['node-esm.mjs', 'node-cjs.cjs'].map((file) => ({ version, program, file })),
  )
  test.each(programs)('of Node $version uses every door: $file', async ({ version, program, file }) => {
    const name = `${version} ${file}`
    const { code, stdout, stderr } = await run(program, [join(sdk.app, 'consumers', file)], {
      BASE_URL: service.baseUrl,
      TOKEN: await service.token('Editor'),
      AGENT: name,
    })
    expect([code, stderr]).toEqual([0, ''])
    const { listed, failure, ...rest } = asObject(JSON.parse(stdout))
    expect(rest).toEqual({
      created: name,
      doors: {
        raw: 200,
        reactQuery: [`${name} again`],
        testing: ['In memory'],
        watched: ['startOver'],
        dropped: ['role_missing'],
      },
    })
    expect(listed).toEqual(expect.arrayContaining([name, `${name} again`]))
    expect(asObject(failure)['code']).toBe('agent_not_found')
    expect(asObject(failure)['message']).toMatch(/^Failed to fetch agent: ./)
  })
})

describe('the command', () => {
  test('npx runs the mock in a folder that has only the package, and Ctrl-C ends it', async () => {
    const folder = join(sdk.app, '../empty')
    mkdirSync(folder)
    const installing = await run('npm', ['install', '--offline', '--no-audit', '--no-fund', sdk.tarball], {}, folder)
    expect(installing, installing.stderr).toMatchObject({ code: 0 })
    const args = ['--offline', '@instance-admin/sdk', 'mock', '--port', '0']
    const child = spawnChild('npx', args, { cwd: folder, env: environment({}), detached: true })
    onTestFinished(() => {
      if (child.exitCode === null && child.signalCode === null) interrupt(child)
    })
    const exited = once(child, 'exit')
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
    const url = await until(() => /listens at +(\S+)/.exec(output)?.[1] ?? expect.fail(output))

    const demo = createClient({ baseUrl: url, token: 'any' }).instance('demo')
    const agent = await demo.agents.create({ name: 'In a folder of its own', type: 'HUMAN', active: true })
    expect(await demo.agents.get(agent.id)).toEqual(agent)
    interrupt(child)
    await exited
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})

describe('strict TypeScript', () => {
  const consumer = (file: string) => join(sdk.app, 'consumers', file)
  beforeAll(() => {
    const ofReact = ['@types/react', 'react', '@types/react-dom', 'react-dom', '@tanstack/react-query']
    provide(sdk.app, ['@types/node', '@opentelemetry/api', 'msw', ...ofReact])
    for (const file of ['strict.mts', 'strict.cts']) copyFileSync(consumer('strict.ts'), consumer(file))
  })

  test('for Node compiles, as ESM and as CommonJS', async () => {
    const files = ['strict.mts', 'strict.cts']
    expect(await compile(consumer(''), { compiler: '5.9', target: 'node16', files })).toBe('')
  })

  test('for a bundler compiles without the types of Node, the web apps too', async () => {
    const webApps = ['main.ts', 'sign-in.ts', 'vite-env.d.ts'].map((file) => `../browser-app/${file}`)
    webApps.push('../live-app/main.ts')
    const files = ['strict.ts', ...webApps]
    expect(await compile(consumer(''), { compiler: '7', target: 'bundler', files })).toBe('')
  })

  test.each(['5.9', '7'] as const)(
    'compiles every example of both READMEs and of the guide to agents, for browsers without the newest iterators: %s',
    async (compiler) => {
      const blocksOf = (text: string) => Array.from(text.matchAll(/^```ts\n(.*?)^```/gms), ([, code = '']) => code)
      const [first, guide] = ['README.md', 'docs/how-to/agents-and-cost.md'].map((file) =>
        blocksOf(readFileSync(projectFile(file), 'utf8')),
      )
      // Those of the guide follow on one another.
      const blocks = [...blocksOf(read('README.md')), ...(first ?? []), guide?.join('') ?? '']
      const examples = blocks.map((code, at) => {
        writeFileSync(consumer(`readme-${at}.ts`), `${code}export {}\n`)
        return `readme-${at}.ts`
      })
      expect(examples.length).toBeGreaterThan(10)
      const files = ['readme.d.ts', ...examples]
      expect(await compile(consumer(''), { compiler, target: 'browser', files })).toBe('')
    },
  )
})

test('the sources need nothing of Node', async () => {
  const project = projectFile('sdk/tsconfig.build.json')
  const { stdout } = await run(process.execPath, [compilers['7'], '--project', project], {})
  expect(stdout).toBe('')
})

describe.skipIf(!hasBrowser)('a Vite app in Chromium', () => {
  const username = 'ada'
  const temporaryPassword = 'temporary-Passw0rd'
  const stops: (() => Promise<void>)[] = []
  let development: Development
  let app: WebApp
  let browser: OpenPage
  beforeAll(async () => {
    development = await startDevelopment()
    stops.unshift(() => development.stop())
    const { baseUrl, token } = development
    const acme = createClient({ baseUrl, token }).instance('acme')
    const roles = ['Administrator' as const]
    await acme.users.create({ username, email: 'ada@example.com', name: 'Ada', roles, temporaryPassword })
    for (const name of ['Grace', 'Linus']) await acme.agents.create({ name, type: 'HUMAN', active: true })
    app = await serveWebApp(join(sdk.app, 'browser-app'), development)
    stops.unshift(() => app.close())
    browser = await openPage()
    stops.unshift(() => browser.close())
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  test('signs in, lists, creates, and shows what a failure says', async () => {
    const { page, complaints, origins } = browser
    await page.goto(app.url)
    await page.getByLabel('Username or email').fill(username)
    await page.getByLabel('Password').fill(temporaryPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('New password', { exact: true }).fill('my own long password')
    await page.getByLabel('New password again').fill('my own long password')
    await page.getByRole('button').click()

    await page.locator('main').waitFor({ state: 'visible' })
    const listed = (list: string) => page.locator(`${list} li`).allTextContents()
    expect(await listed('#agents')).toEqual(['Grace', 'Linus'])
    expect(await listed('#users')).toEqual([username])

    await page.getByLabel('Name', { exact: true }).fill('Dispatcher')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.locator('#agents li', { hasText: 'Dispatcher' }).waitFor()
    expect(await listed('#agents')).toEqual(['Dispatcher', 'Grace', 'Linus'])
    expect(complaints).toEqual([])

    await page.getByLabel('Username').fill(username)
    await page.getByRole('button', { name: 'Create user' }).click()
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/^Failed to create user: /)
    expect(origins).toEqual(new Set([app.url, development.baseUrl, development.issuer]))
  })
})

describe('a release', () => {
  test('has the version and the changelog that its changesets say', async () => {
    const folder = join(sdk.app, '../release')
    for (const path of ['sdk/package.json', 'sdk/CHANGELOG.md', '.changeset'])
      cpSync(projectFile(path), join(folder, path), { recursive: true })
    const workspaces = '{ "name": "release", "private": true, "workspaces": ["sdk"] }'
    writeFileSync(join(folder, 'package.json'), workspaces)
    writeFileSync(join(folder, 'package-lock.json'), '{}')
    const changeset = "---\n'@instance-admin/sdk': minor\n---\n\nAgents can be archived.\n"
    writeFileSync(join(folder, '.changeset/archived-agents.md'), changeset)

    const { code, stdout, stderr } = await run('changeset', ['version'], {}, folder)
    expect(code, stdout + stderr).toBe(0)
    const { version } = asObject(JSON.parse(readFileSync(join(folder, 'sdk/package.json'), 'utf8')))
    const [major, minor = ''] = asString(readJson('package.json')['version']).split('.')
    expect(version).toBe(`${major}.${Number(minor) + 1}.0`)
    const changelog = readFileSync(join(folder, 'sdk/CHANGELOG.md'), 'utf8')
    expect(changelog).toContain(`## ${asString(version)}\n\n### Minor Changes\n\n`)
    expect(changelog).toContain('\n- Agents can be archived.\n')
    expect(readdirSync(join(folder, '.changeset')).filter((name) => name.endsWith('.md'))).toEqual([])
  })

  test('is refused for a tag that is not the version of the package', async () => {
    const { code, stderr } = await run(projectFile('.ci/release-sdk'), ['@instance-admin/sdk@0.0.1'], {})
    expect([code, stderr]).toEqual([1, expect.stringContaining('The tag is @instance-admin/sdk@0.0.1, but')])
  })

  test('is published with provenance, and only for a tag or by hand', () => {
    const workflow = asObject(parse(readFileSync(projectFile('.github/workflows/release-sdk.yml'), 'utf8')))
    expect(Object.keys(asObject(workflow['on']))).toEqual(['push', 'workflow_dispatch'])
    expect(asObject(workflow['on'])['push']).toEqual({ tags: ['@instance-admin/sdk@*'] })
    expect(workflow['permissions']).toEqual({ contents: 'read', 'id-token': 'write' })
    expect(readJson('package.json')['publishConfig']).toEqual({ access: 'public', provenance: true })
  })
})

if (!hasBrowser) console.warn(`The web app is not tried, since there is no chromium.`)

/** Not the tsconfig.json, which leads an editor from the package's name to the sources. */
function copyConsumer(folder: string): void {
  const filter = (path: string) => basename(path) !== 'tsconfig.json'
  cpSync(projectFile(`test/sdk/${folder}`), join(sdk.app, basename(folder)), { recursive: true, filter })
}

/** As Ctrl-C does in a terminal: to npx and to what it runs. */
function interrupt({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGINT')
}

function projectFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}

/** Every file that an `exports` names. */
function targets(exports: unknown): string[] {
  return isObject(exports) ? Object.values(exports).flatMap(targets) : [asString(exports)]
}
