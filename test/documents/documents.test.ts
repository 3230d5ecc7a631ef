import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asObject, asString } from '../../contract/json.ts'
import { listFiles, project } from '../walks/copy.ts'
import { readBlocks } from '../walks/markdown.ts'
import { runHere } from '../helpers/programs/command.ts'
import { run } from '../helpers/programs/server-process.ts'
import {
  commandLine,
  commands,
  expectHelp,
  expectRefusal,
  isOwn,
  loadMuch,
  nowhere,
  scripts,
  subcommands,
} from './scripts.ts'

/** What people read; a changelog quotes the past, and licences are quoted. */
const documents = listFiles().filter(
  (file) => file.endsWith('.md') && !/(^|\/)(CHANGELOG|THIRD-PARTY-LICENSES)\.md$|^\.changeset\//.test(file),
)

/** `documents.heavy.test.ts` runs the others. */
const own = commands.filter((name) => isOwn(name) && !loadMuch.includes(name))

describe('links', () => {
  test.each(documents)('of %s lead somewhere', (document) => {
    const broken = linksOf(document).filter((link) => !leadsSomewhere(document, link))
    expect(broken).toEqual([])
  })
})

test('the review of what vendors retire names each integration type once', () => {
  const [, review = ''] = /## What vendors retire\n([^]*?)\n## /.exec(read('docs/integration-types.md')) ?? []
  const named = Array.from(review.matchAll(/`([A-Z][A-Z0-9_]*)`/g), ([, type]) => `${type}.yaml`)
  expect(named.sort()).toEqual(readdirSync(join(project, 'spec/integration-types')).sort())
})

test('the badges of README.md say what is so, and its number of integration types is right', () => {
  const badges = [...read('README.md').matchAll(/\[!\[[^\]]*\]\((\S+)\)\]\((\S+)\)/g)].map(([, image = '', target]) => [
    decodeURIComponent(image.replace('https://img.shields.io/badge/', '')),
    target,
  ])
  const { license } = asObject(JSON.parse(read('package.json')))
  const { repository } = asObject(JSON.parse(read('sdk/package.json')))
  const address = asString(asObject(repository)['url']).replace(/^git\+|\.git$/g, '')
  const [, openapi] = /^openapi: (\d\.\d)/.exec(read('spec/openapi.yaml')) ?? []
  const [, types] = /\*\*(\d+) integration types/.exec(read('README.md')) ?? []
  expect(Number(types)).toBe(readdirSync(join(project, 'spec/integration-types')).length)
  expect(badges).toEqual([
    [`${address}/actions/workflows/ci.yml/badge.svg`, '.github/workflows/ci.yml'],
    [`licence-${asString(license).replace('-', '--')}-blue`, 'LICENSE'],
    [`OpenAPI-${openapi}-blue`, 'spec/openapi.yaml'],
  ])
})

describe('shell blocks', () => {
  test('say whether a test runs them, or why none does', () => {
    const unclear = documents
      .flatMap((document) => readBlocks(project, document))
      .filter(({ language }) => ['sh', 'bash', 'shell', 'console'].includes(language))
      .filter(({ language, info }) => language !== 'sh' || !/^(run|not run: \S.+)$/.test(info))
    expect(unclear.map(({ place }) => place)).toEqual([])
  })
})

describe('commands', () => {
  test.each(documents)('that %s names exist', (document) => {
    const named = Array.from(read(document).matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g), ([, name]) => name)
    expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([])
  })

  test('are all in the table of docs/development.md', () => {
    const table = read('docs/development.md')
    const missing = commands.filter(
      (name) => !new RegExp(`^\\| \`npm (run )?(--silent )?${name}[ \`]`, 'm').test(table),
    )
    expect(missing).toEqual([])
  })

  test.each(own)('%s --help says how it is used, and does nothing else', async (name) => {
    expectHelp(await runHere(commandLine(name).split(' ').at(-1) ?? '', ['--help'], nowhere))
  })

  test.each(subcommands)('%s %s --help says how it is used, and --nonsense, too', async (file, name) => {
    expectHelp(await runHere(file, [name, '--help'], nowhere))
    expectRefusal(await runHere(file, [name, '--nonsense'], nowhere))
  })

  test('of several, one that is not there is refused with the names of those that are', async () => {
    const { code, stderr } = await runHere('server/commands/ledger.ts', ['export'], nowhere)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^There is no command export\.[^]*npm run ledger -- import/)
  })

  test.each(loadMuch)('%s has a text for --help, and reads its arguments as all do', (name) => {
    const program = read(commandLine(name).split(' ').at(-1) ?? '')
    expect(program).toMatch(/import \{ (readArguments|runCommand) \}/)
    expect(program).toContain(`npm run ${name}`)
  })
})

const refusals = own.map(commandLine).concat('node server/commands/healthcheck.ts')

test.each(refusals)('%s --nonsense says how it is used', async (command) => {
  expectRefusal(await runHere(command.split(' ').at(-1) ?? '', ['--nonsense'], nowhere))
})

describe('commands that do not understand', () => {
  test('say how they are used when a flag is missing or has no such value', async () => {
    for (const given of [[], ['--role'], ['--role', 'Boss']]) {
      const { code, stderr } = await runHere('tools/token.ts', given, nowhere)
      expect(code).toBe(1)
      expect(stderr).toMatch(/^.*--role[^]*npm run --silent token -- --role <role>/)
    }
  })

  test('flows walks none where no service answers', async () => {
    const { code, stdout, stderr } = await runHere('tools/flows/flows.ts', [], nowhere)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^No service answers at port 1\. Start it/)
  })

  test('refuse what stands beside their flags, too', async () => {
    const { code, stderr } = await runHere('server/commands/ledger.ts', ['recount', 'chek'], nowhere)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Unexpected argument 'chek'[^]*npm run ledger -- recount/)
  })
})

interface Link {
  place: string
  target: string
}

function linksOf(document: string): Link[] {
  return withoutCode(document)
    .split('\n')
    .flatMap((line, index) =>
      Array.from(line.matchAll(/\]\(([^()\s]+)\)/g), ([, target = '']) => ({
        place: `${document}:${index + 1}`,
        target,
      })),
    )
}

function leadsSomewhere(document: string, { target }: Link): boolean {
  if (/^[a-z]+:/.test(target)) return URL.canParse(target)
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? document : normalize(join(dirname(document), path))
  if (file.startsWith('..') || !existsSync(join(project, file))) return false
  return anchor === undefined || anchorsOf(file).has(anchor)
}

/** As GitHub makes them of headings. */
function anchorsOf(file: string): Set<string> {
  const headings = Array.from(withoutCode(file).matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) => heading)
  const anchors = new Set<string>()
  for (const heading of headings) {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = text.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-')
    let [unique, count] = [anchor, 0]
    while (anchors.has(unique)) unique = `${anchor}-${(count += 1)}`
    anchors.add(unique)
  }
  return anchors
}

/** The lines stay where they are. */
function withoutCode(document: string): string {
  return read(document).replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, (block) => block.replaceAll(/[^\n]/g, ''))
}

function read(file: string): string {
  return readFileSync(join(project, file), 'utf8')
}

test('a command that needs the development dependencies says how to install them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'without-development-'))
  const check = join(folder, 'tools/check-node.mjs')
  cpSync(join(project, 'tools/check-node.mjs'), check)
  const before = (script: string) => run('node', [check], { npm_lifecycle_event: script })
  expect(await before('prestart')).toEqual({ code: 0, stdout: '', stderr: '' })
  const stderr = 'This needs the development dependencies, too. Stop the server if one runs, and run: npm ci\n'
  for (const name of ['console', 'demo', 'dev', 'docs', 'mock', 'test'].map((script) => `pre${script}`)) {
    expect(scripts[name]).toBe('node tools/check-node.mjs')
  }
  // What begins a server is the only name that it knows.
  expect(await before('pretest')).toEqual({ code: 1, stdout: '', stderr })
  rmSync(folder, { recursive: true })
})
