import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../contract/json.ts'
import { findOrigins } from '../../tools/gate/origins.ts'
import houseRules from '../../tools/lint/house-rules.ts'
import { readDecisions, readOrigin } from '../../tools/lint/origin.ts'
import { stateOrigins } from '../../tools/generate/state-origins.ts'
import { run } from '../helpers/programs/server-process.ts'

const user = {
  'x-origin': 'decided',
  'x-decision': 'D-01',
  properties: {
    name: { type: 'string' },
    email: { type: 'string', 'x-origin': 'documented' },
    createdAt: { $ref: '#/components/schemas/Timestamp' },
    address: { type: 'object', properties: { city: { type: 'string' } } },
  },
}

const contract: JsonObject = {
  paths: {
    '/users': {
      parameters: [{ $ref: '#/components/parameters/Page' }],
      get: {
        operationId: 'listUsers',
        tags: ['Users'],
        'x-origin': 'documented',
        parameters: [{ name: 'search', in: 'query' }],
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
          '404': { $ref: '#/components/responses/NotFound' },
        },
      },
    },
  },
  components: {
    parameters: { Page: { name: 'page', in: 'query', 'x-origin': 'inferred' } },
    responses: { NotFound: { 'x-origin': 'decided', 'x-decision': 'D-02' } },
    schemas: { User: user, Timestamp: { type: 'string', 'x-origin': 'inferred' } },
  },
}

test('where a node comes from is inherited downwards until something says otherwise', () => {
  expect(findOrigins(contract)).toEqual([
    { kind: 'operations', tag: 'Users', origin: 'documented' },
    { kind: 'parameters', origin: 'documented' },
    { kind: 'responses', origin: 'documented' },
    { kind: 'parameters', origin: 'inferred' },
    { kind: 'responses', origin: 'decided' },
    // name, email, createdAt, address and its city
    { kind: 'properties', origin: 'decided' },
    { kind: 'properties', origin: 'documented' },
    { kind: 'properties', origin: 'inferred' },
    { kind: 'properties', origin: 'decided' },
    { kind: 'properties', origin: 'decided' },
  ])
})

const missing = 'Say x-origin: documented or inferred, or name the decision (x-decision).'

test.for([
  [{}, missing],
  [{ 'x-origin': 'guessed' }, missing],
  [{ 'x-origin': 'decided' }, 'x-decision must name a decision (D-nn) of docs/decisions/.'],
  [{ 'x-origin': 'decided', 'x-decision': 'D-03' }, 'x-decision must name a decision (D-nn) of docs/decisions/.'],
  [{ 'x-origin': 'inferred', 'x-decision': 'D-01' }, 'x-decision belongs to x-origin: decided, not to inferred.'],
  [{ 'x-decision': 'D-03' }, 'x-decision must name a decision (D-nn) of docs/decisions/.'],
] as const)('it cannot be said as %o', ([mark, fault]) => {
  expect(readOrigin(mark, new Set(['D-01', 'D-02']))).toEqual({ fault })
})

test('what names a decision is decided', () => {
  const decisions = new Set(['D-01'])
  expect(readOrigin({ 'x-decision': 'D-01' }, decisions)).toEqual({ origin: 'decided' })
  expect(stateOrigins({ users: [{ 'x-decision': 'D-01', type: 'string' }, { 'x-origin': 'inferred' }] })).toEqual({
    users: [{ 'x-origin': 'decided', 'x-decision': 'D-01', type: 'string' }, { 'x-origin': 'inferred' }],
  })
})

describe('the rule of the contract', () => {
  const faultsOf = (pointer: string, node: JsonObject) => {
    const faults: string[] = []
    const report = ({ message }: { message: string }) => void faults.push(message)
    houseRules().rules.oas3.origin().Schema.enter(node, { report, location: { pointer } })
    return faults.length
  }

  test('asks what has a name, and of what is inside only what says something', () => {
    expect(faultsOf('#/schemas/User', {})).toBe(1)
    expect(faultsOf('#/schemas/User/properties/email', {})).toBe(0)
    expect(faultsOf('#/schemas/User/properties/email', { 'x-decision': 'D-77' })).toBe(1)
    expect(faultsOf('#/schemas/User', { 'x-origin': 'documented' })).toBe(0)
  })

  test('knows the decisions that have a section, not every number that is mentioned', () => {
    const decisions = readDecisions()
    expect(decisions).toContain('D-14')
    expect(decisions).not.toContain('D-00')
    expect([...decisions].every((name) => /^D-\d\d$/.test(name))).toBe(true)
  })
})

test('contract origins prints the counts, and of operations by resource', async () => {
  const { code, stdout } = await run(process.execPath, ['tools/gate/contract.ts', 'origins'], {})
  expect(stdout).toMatch(/^operations +\d+ +\d+ % +2 /m)
  expect(stdout).toMatch(/^ {2}Work ledger +0 +0 % +2 +\d+ % +\d+ +\d+ %$/m)
  expect(code).toBe(0)
})
