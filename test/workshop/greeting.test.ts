import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { greet } from '../../workshop/greeting.ts'
import { project } from '../walks/copy.ts'
import { readBlocks } from '../walks/markdown.ts'

const built = { hasConsole: true, hasDocs: true, hasTools: true }
const administrator = { username: 'ada', password: 'used-only-once' }
const service = { baseUrl: 'http://127.0.0.1:3000', issuer: 'http://127.0.0.1:3002', administrator }

describe('a start offers only commands that run', () => {
  test('most need the development dependencies, and so does what is built', () => {
    const offered = greet(configOf({}), { ...service, hasConsole: false, hasDocs: false, hasTools: false })
    expect(offered.match(/npm .*/g)).toEqual(['npm ci, and start it again', 'npm run --silent token -- --role Editor'])
    expect(offered).not.toMatch(/console\/|\/docs|used-only-once/)
  })

  test('what was built elsewhere is there without them', () => {
    const offered = greet(configOf({}), { ...service, ...built, hasTools: false })
    expect(offered).toContain('http://127.0.0.1:3000/console/demo\n')
    expect(offered.match(/npm .*/g)).toEqual(['npm run --silent token -- --role Editor'])
  })

  test('what could not be built is named with its command', () => {
    const offered = greet(configOf({}), { ...service, ...built, hasDocs: false })
    expect(offered.match(/(npm|node) .*/g)).toEqual([
      'node tools/build.ts',
      'npm run --silent token -- --role Editor',
      'npm run demo',
    ])
  })
})

test('it says who signs in to the console, and with what', () => {
  expect(greet(configOf({}), { ...service, ...built })).toContain('ada, with the one-time password used-only-once\n')
  const chosen = greet(configOf({}), { ...service, ...built, administrator: { username: 'ada', password: null } })
  expect(chosen).toContain('ada, with the password that you chose (forgotten? npm run reset)\n')
})

test('README.md shows what the first start says, line by line', () => {
  const shown = readBlocks(project, 'README.md').find(({ language }) => language === 'text')?.text ?? ''
  const [, password = ''] = /one-time password (\S+)/.exec(shown) ?? []
  const said = greet(configOf({}), { ...service, ...built, administrator: { username: 'ada', password } })
  expect(said.trim()).toBe(shown.trim())
})

test('where another provider signs in, no console is named without its client', () => {
  const offered = greet(configOf({ OIDC_ISSUER: 'http://127.0.0.1:9' }), {
    ...service,
    ...built,
    administrator: null,
    hasConsole: null,
  })
  expect(offered).not.toMatch(/console|Sign in|npm run demo/i)
})

test('the commands find a service that has another folder and another port', () => {
  const config = configOf({ DATA_DIR: '/tmp/elsewhere', PORT: '4300' })
  const offered = greet(config, { ...service, ...built, baseUrl: 'http://127.0.0.1:4300' })
  expect(offered.match(/\S+=.*/g)).toEqual([
    'DATA_DIR=/tmp/elsewhere npm run --silent token -- --role Editor',
    'DATA_DIR=/tmp/elsewhere PORT=4300 npm run demo',
  ])
})

function configOf(variables: Record<string, string>) {
  const read = readConfig(variables)
  if (!read.ok) expect.fail(read.problems.join('\n'))
  return read.config
}
