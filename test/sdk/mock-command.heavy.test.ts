import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../sdk/src/index.ts'
import { spawnChild } from '../helpers/programs/child.ts'
import { run } from '../helpers/programs/server-process.ts'
import { until } from '../helpers/until.ts'

/** The command `mock` of the SDK, as a process of its own. */
const program = new URL('../../sdk/mock/main.ts', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'sdk-mock-'))
const mock = (...args: string[]) => run(process.execPath, [program, ...args], {}, folder)

interface Started {
  url: string
  /** As Ctrl-C does; gives the exit code. */
  interrupt(): Promise<number | null>
}

async function start(...args: string[]): Promise<Started> {
  const child = spawnChild(process.execPath, [program, 'mock', '--port', '0', ...args], { cwd: folder })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const url = await until(() => /listens at +(\S+)/.exec(output)?.[1] ?? expect.fail(output))
  const interrupt = () => {
    child.kill('SIGINT')
    return exited
  }
  return { url, interrupt }
}

let started: Started
beforeAll(async () => {
  writeFileSync(join(folder, 'own.json'), '{ "instances": { "acme": { "users": [{ "username": "ada" }] } } }')
  started = await start()
})
afterAll(async () => {
  await started.interrupt()
  rmSync(folder, { recursive: true })
})
const as = (token: string, { url } = started) => createClient({ baseUrl: url, token, maxRetries: 0 })

test('answers with made-up data in any instance, keeps what is created, and streams changes', async () => {
  const demo = as('any').instance('demo')
  expect((await demo.users.list()).page.totalElements).toBe(40)
  const agent = await demo.agents.create({ name: 'Ada', type: 'HUMAN', active: true })
  expect(await demo.agents.get(agent.id)).toEqual(agent)
  const streamed = demo.changes.watch({ after: 0 })
  for await (const event of streamed) {
    if (event.type !== 'change') continue
    expect(event.change.resource).toMatchObject({ id: agent.id })
    break
  }
  expect((await as('any').instance('other').agents.list({ name: 'Ada' })).items).not.toContainEqual(agent)
})

test('opens to a token that is the name of a role what the role opens', async () => {
  expect((await as('Viewer').instance('demo').me()).roles).toEqual(['Viewer'])
  await expect(as('Viewer').instance('demo').users.list()).rejects.toMatchObject({ code: 'role_missing' })
})

test('lets pages of this machine call and read all headers, and no other', async () => {
  const ask = (origin: string, method = 'GET') =>
    fetch(`${started.url}/instances`, {
      method,
      headers: {
        Origin: origin,
        Authorization: 'Bearer any',
        'Access-Control-Request-Headers': 'authorization,if-match',
      },
    })
  const { headers } = await ask('http://localhost:5173', 'OPTIONS')
  expect(headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
  expect(headers.get('access-control-allow-headers')).toBe('authorization,if-match')
  expect((await ask('http://localhost:5173')).headers.get('access-control-expose-headers')).toContain('x-request-id')
  expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBe(null)
})

test('says at its root what it is', async () => {
  expect(await (await fetch(started.url)).text()).toContain(`listens at   ${started.url}`)
})

test("another seed gives other people, a file one's own, and Ctrl-C ends it", async () => {
  const others = await start('--seed', '7')
  const own = await start('--data', 'own.json')
  const names = async (one: Started, id: string) => (await as('any', one).instance(id).users.list()).items[0]?.username
  expect(await names(others, 'demo')).not.toBe(await names(started, 'demo'))
  expect(await names(own, 'acme')).toBe('ada')
  await expect(names(own, 'demo')).rejects.toMatchObject({ code: 'instance_not_found' })
  expect(await Promise.all([others.interrupt(), own.interrupt()])).toEqual([0, 0])
})

describe('what is wrong is told in a sentence, with the exit code 1', () => {
  test('a port that is taken, and one that is none', async () => {
    const { port } = new URL(started.url)
    const taken = await mock('mock', '--port', port)
    expect(taken.code).toBe(1)
    expect(taken.stderr).toMatch(
      new RegExp(`^Port ${port} is taken. Choose another: npx @instance-admin/sdk mock --port \\d+\n$`),
    )
    expect((await mock('mock', '--port', '99999')).stderr).toMatch(/^--port takes a whole number/)
  })

  test.each([
    ['{', /^data\.json is no JSON: /],
    ['[]', /^data\.json is no JSON object\.$/m],
    ['{ "acme": {} }', /^data\.json has acme, which is neither instances nor world\.$/m],
    ['{ "world": { "users": 5 } }', /^data\.json does not fit: instances\.demo\.users is no list of objects\.$/m],
    [
      '{ "instances": { "a": { "users": [{ "usernam": "ada" }] } } }',
      /instances\.a\.users\[0\]\/usernam: "usernam" is not known/,
    ],
  ])('data that does not fit: %s', async (text, sentence) => {
    writeFileSync(join(folder, 'data.json'), text)
    const { code, stderr } = await mock('mock', '--data', 'data.json')
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)])
    expect(stderr).not.toContain('    at ')
  })

  test('a file that is not there, a delay that is none, and another command', async () => {
    expect(await mock('mock', '--data', 'none.json')).toMatchObject({ code: 1, stderr: 'none.json is not there.\n' })
    expect((await mock('mock', '--delay', 'soon')).stderr).toMatch(/^--delay takes milliseconds/)
    expect((await mock('serve')).stderr).toMatch(/^There is no command serve\./)
  })
})

test('--help names every option, with and without the command', async () => {
  for (const args of [['--help'], ['mock', '--help'], []]) {
    const { code, stdout } = await mock(...args)
    expect(code).toBe(0)
    for (const option of ['--port', '--seed', '--data', '--delay']) expect(stdout).toContain(option)
  }
})
