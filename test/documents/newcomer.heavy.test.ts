import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asArray, asObject } from '../../contract/json.ts'
import { copyTree, type Copy, type Ran } from '../walks/copy.ts'
import { applyTouches, readTouches } from '../walks/touches.ts'

/**
 * The examples of CONTRIBUTING.md, applied as they stand there, with three of the suites that walk the contract; `npm run
 * walk` runs all other tests in such a tree.
 */
let copy: Copy
beforeAll(async () => {
  copy = copyTree()
  applyTouches(copy.folder, readTouches(copy.folder, 'Add an endpoint'))
  applyTouches(copy.folder, readTouches(copy.folder, 'Add an integration type'))
  const stale = await copy.run('npm', ['run', 'generate', '--', '--check'])
  expect(stale.output).toContain('is not up to date: run "npm run generate".')
  expectSuccess(await copy.run('npm', ['run', 'generate']))
  const untold = await copy.run('node', ['tools/gate/contract.ts', 'diff', '--check'])
  expect(untold.output).toContain('is not up to date: run "npm run contract -- diff".')
  expectSuccess(await copy.run('npm', ['run', 'contract', '--', 'diff']))
})
afterAll(() => copy.remove())

test('an endpoint is three touches, an integration type is one', () => {
  const pathsOf = (heading: string) => [...new Set(readTouches(copy.folder, heading).map(({ path }) => path))]
  expect(pathsOf('Add an endpoint')).toEqual([
    // One touch: the contract, with the decision that it names.
    'spec/agents.yaml',
    'docs/decisions/D-99-copy-of-an-agent.md',
    'spec/openapi.yaml',
    'server/operations/duplicateAgent.ts',
    'test/operations/duplicateAgent.test.ts',
  ])
  expect(pathsOf('Add an integration type')).toEqual(['spec/integration-types/EXAMPLE_DESK.yaml'])
})

test('the changelog of the contract tells of both', () => {
  const changelog = readFileSync(join(copy.folder, 'spec/CHANGELOG.md'), 'utf8')
  expect(changelog).toMatch(/^- `\/instances\/\{instanceId\}\/agents\/\{agentId\}\/duplicate`: POST added\.$/m)
  expect(changelog).toContain('variant `Example Desk integration` added.')
})

test('the decision has a number of its own', () => {
  const numbers = readdirSync(join(copy.folder, 'docs/decisions')).flatMap(
    (file) => /^[A-Z]-\d\d(?=-)/.exec(file) ?? [],
  )
  expect(numbers).toEqual([...new Set(numbers)])
})

test('contract, types and SDK are up to date, and keep the rules', async () => {
  // What a front end writes: the type's metadata is known, and nothing beside it.
  writeFileSync(join(copy.folder, 'test/types/example-desk.probe.ts'), exampleDeskProbe)
  const [drift, release, rules, types] = await Promise.all([
    copy.run('npm', ['run', 'generate', '--', '--check']),
    copy.run('node', ['tools/gate/contract.ts', 'diff', '--check']),
    copy.run('redocly', ['lint', 'spec/openapi.yaml']),
    copy.run('tsc', []),
  ])
  expectSuccess(drift)
  expectSuccess(release)
  expectSuccess(rules)
  expectSuccess(types)
})

describe('the endpoint and the type', () => {
  let answered: string
  beforeAll(() => {
    answered = join(copy.folder, 'answered.txt')
  })
  const suites = (files: readonly string[], pattern?: string) =>
    copy.run(
      'vitest',
      ['run', ...files.map((file) => `test/${file}`), ...(pattern === undefined ? [] : ['-t', pattern])],
      { ANSWERED_FILE: answered },
    )

  test('pass their own tests and those that walk the contract', async () => {
    expectSuccess(await suites(['operations/duplicateAgent.test.ts']))
    const own = readFileSync(answered, 'utf8')
    const general = await suites(
      [
        'pipeline/every-operation.test.ts',
        'pipeline/named-resources.test.ts',
        'integrations/connection-test/every-type.heavy.test.ts',
      ],
      'duplicateAgent|EXAMPLE_DESK',
    )
    expectSuccess(general)
    // A pattern that matches nothing passes too.
    for (const file of ['every-operation', 'named-resources', 'every-type.heavy'])
      expect(general.output).toMatch(new RegExp(`✓.* test/.*${file}\\.test\\.ts`))
    // 503 is asked of all operations at once, by a test that is timed: npm run walk has it.
    const declared = declaredStatuses(copy).filter((status) => status !== '503')
    expect(statusesIn(own + readFileSync(answered, 'utf8'))).toEqual(declared)
  })
})

test('the mock answers the endpoint with the example of the contract, and says so', async () => {
  const ran = await copy.run('node', ['--input-type=module', '--eval', askMock])
  expectSuccess(ran)
  const lines = ran.output.trim().split('\n')
  expect(lines.at(-1)).toBe('201 example Summariser')
  expect(ran.output).toContain('duplicateAgent')
})

test('an operation without its file is named, and so is a file without its operation', async () => {
  const file = (name: string) => join(copy.folder, 'server/operations', name)
  renameSync(file('duplicateAgent.ts'), file('copyAgent.ts'))
  // Its author needs the types, so that only the check fails.
  const written = await copy.run('npm', ['run', 'generate'])
  expectSuccess(written)
  expect(written.output).toContain(wanted)
  const check = await copy.run('npm', ['run', 'generate', '--', '--check'])
  renameSync(file('copyAgent.ts'), file('duplicateAgent.ts'))
  expect(check.code).toBe(1)
  expect(check.output).toContain(wanted)
  expect(check.output).toContain('server/operations/copyAgent.ts answers no operation of the contract')
})

test('a type file that is not right is named, with what would be', async () => {
  const file = join(copy.folder, 'spec/integration-types/EXAMPLE_DESK.yaml')
  const right = readFileSync(file, 'utf8')
  writeFileSync(file, right.replace('group: contact_center', 'group: desks'))
  const { code, output } = await copy.run('npm', ['run', 'generate', '--', '--check'])
  writeFileSync(file, right)
  expect(code).toBe(1)
  expect(output).toMatch(/^EXAMPLE_DESK\.yaml: line \d+: \/group must be .*: contact_center, crm_sales, /m)
  expect(output).not.toContain('redocly lint')
})

function expectSuccess({ code, output }: Ran): void {
  expect(code === 0 ? '' : output).toBe('')
}

function statusesIn(answered: string): string[] {
  const statuses = Array.from(answered.matchAll(/^duplicateAgent (\d+)$/gm), ([, status = '']) => status)
  return [...new Set(statuses)].sort()
}

function declaredStatuses({ folder }: Copy): string[] {
  const document: unknown = JSON.parse(readFileSync(join(folder, 'spec/gen/openapi.gen.json'), 'utf8'))
  const path = asObject(asObject(document)['paths'])['/instances/{instanceId}/agents/{agentId}/duplicate']
  const { post } = asObject(path)
  expect(asArray(asObject(post)['tags'])).toEqual(['Agents'])
  return Object.keys(asObject(asObject(post)['responses'])).sort()
}

const wanted = 'Write server/operations/duplicateAgent.ts'

const askMock = `
import { startMock } from './mocks/mock.ts'
import { pino } from 'pino'
const mock = await startMock({ port: 0, host: '127.0.0.1', only: null, seedFor: () => ({}), log: pino({ level: 'error' }) })
console.log(mock.onlyExamples.map(({ id }) => id).join())
const answer = await fetch(mock.url + '/instances/demo/agents/any/duplicate', {
  method: 'POST',
  headers: { Authorization: 'Bearer any' },
})
console.log(answer.status, answer.headers.get('x-mock-answer'), (await answer.json()).name)
await mock.stop()
`

const exampleDeskProbe = `import { createClient } from '../../sdk/src/index.ts'

const { integrations } = createClient({ baseUrl: '', token: '' }).instance('acme')
const metadata = { subdomain: 'acme', apiToken: 'secret-token' }
void integrations.create({ name: 'Desk', type: 'EXAMPLE_DESK', metadata })
// @ts-expect-error no field of this type
void integrations.create({ name: 'Desk', type: 'EXAMPLE_DESK', metadata: { ...metadata, botToken: 'x' } })
`
