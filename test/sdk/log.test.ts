import { expect, test } from 'vitest'
import { createClient, logTo, type LogFacts } from '../../sdk/src/index.ts'
import { table } from '../../sdk/src/table.gen.ts'
import {
  busy,
  json,
  page,
  reset,
  useMisbehavingServer,
  type Behaviour,
} from '../helpers/programs/misbehaving-server.ts'

const server = useMisbehavingServer()

/** Keeps all that it is told. */
function createLog() {
  const lines: string[] = []
  const facts: LogFacts[] = []
  const warnings: string[] = []
  const hook = logTo({
    debug: (line, fact) => {
      lines.push(line)
      facts.push(fact)
    },
    warn: (line) => warnings.push(line),
  })
  return { hook, lines, facts, warnings }
}

test('every attempt is logged, with what happened and how long it took', async () => {
  const { hook, lines, facts } = createLog()
  const answered = json(200, { id: 'a1' }, { 'x-request-id': 'request-7' })
  await server.given([busy, reset, answered], { use: [hook] }).agents.get('a1')
  expect(facts).toMatchObject([
    { operation: 'agents.get', status: 503, error: null, attempt: 1 },
    { status: null, error: 'ConnectionError', requestId: null, attempt: 2 },
    { method: 'GET', path: '/instances/acme/agents/a1', status: 200, requestId: 'request-7', attempt: 3 },
  ])
  expect(lines[0]).toMatch(/^GET \/instances\/acme\/agents\/a1 503 in \d+ ms \(attempt 1\)$/)
  expect(lines[1]).toContain(' ConnectionError in ')
})

test('nothing secret is logged: no token, key, query, body or answer', async () => {
  const { hook, lines, facts } = createLog()
  const answer = json(201, { id: 'a', answered: 'secret-6' }, { etag: '"secret-7"' })
  const acme = server.given([answer, answer, page([], null)], { use: [hook], token: 'secret-1' })
  const metadata = { botToken: 'secret-2' }
  await acme.integrations.create({ name: 'secret-3', type: 'SLACK', metadata }, { idempotencyKey: 'secret-4' })
  await acme.agents.update('a', { name: 'secret-3', type: 'HUMAN', active: true }, { ifMatch: '"secret-8"' })
  await acme.users.list({ username: 'secret-5' })
  expect(facts).toHaveLength(3)
  expect(JSON.stringify({ lines, facts })).not.toContain('secret')
})

test('a deprecated operation is warned of once, with its end where that is known', async () => {
  const { hook, warnings } = createLog()
  const deprecated: Behaviour = json(
    200,
    { id: 'a' },
    { deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' },
  )
  const endless = json(200, { id: 'a' }, { deprecation: '@1767225600' })
  const acme = server.given([deprecated, deprecated, endless, json(200, { id: 'a' })], { use: [hook] })
  await acme.agents.get('a')
  await acme.agents.get('b')
  await acme.users.get('a')
  await acme.twuModels.get('a')
  expect(warnings).toEqual([
    expect.stringMatching(/^agents\.get is deprecated and goes on Fri, 01 Jan 2027/),
    expect.stringMatching(/^users\.get is deprecated and will go: /),
  ])
})

test('every method has its own name in the log', async () => {
  const { hook, facts } = createLog()
  const baseUrl = 'https://admin.test/api'
  const client = createClient({ baseUrl, token: 'any', use: [hook], fetch: async () => new Response() })
  for (const { method, path, isGlobal } of Object.values(table)) {
    const ofInstance = isGlobal ? path : `/instances/acme${path}`
    await client.fetch(new Request(baseUrl + ofInstance.replaceAll(/\{\w+\}/g, 'a'), { method }))
  }
  expect(facts.map(({ operation }) => operation)).toEqual(Object.keys(table))
})
