import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import type { JsonObject } from '../../contract/json.ts'
import { findOrigins } from '../../tools/gate/origins.ts'
import { readDecisions } from '../../tools/lint/origin.ts'
import { run } from '../helpers/server-process.ts'

const { document } = await readContract()
const folder = await mkdtemp(join(tmpdir(), 'contract-origins-'))

afterAll(() => rm(folder, { recursive: true }))

describe('Where a node comes from', () => {
  const decisions = new Set(['D-01', 'D-02'])
  const user = {
    'x-origin': 'decided',
    'x-decision': 'D-01',
    properties: {
      name: { type: 'string' },
      email: { type: 'string', 'x-origin': 'documented' },
      createdAt: { $ref: '#/components/schemas/Timestamp' },
      address: { type: 'object', properties: { city: { type: 'string' } } },
      manager: { $ref: '#/components/schemas/User' },
    },
  }

  test('is inherited downwards until something says otherwise', () => {
    const places = originsOf(contractWith({ user }), decisions)
    expect(places).toEqual({
      'operations listUsers': 'documented',
      'parameters listUsers search': 'documented',
      'parameters parameters/Page': 'inferred',
      'responses listUsers 200': 'documented',
      'responses responses/NotFound': 'decided',
      'properties schemas/User.name': 'decided',
      'properties schemas/User.email': 'documented',
      'properties schemas/User.createdAt': 'inferred',
      'properties schemas/User.address': 'decided',
      'properties schemas/User.address.city': 'decided',
      'properties schemas/User.manager': 'decided',
    })
  })

  test('must be said by an operation and by a component, which inherit nothing', () => {
    const { 'x-origin': _origin, 'x-decision': _decision, ...unmarked } = user
    const faults = faultsOf(contractWith({ user: unmarked, operation: { 'x-origin': undefined } }), decisions)
    expect(faults).toMatchObject({
      'operations listUsers': 'x-origin is missing: say documented, inferred, decided.',
      'properties schemas/User.name': 'x-origin is missing: say documented, inferred, decided.',
    })
    expect(faults).not.toHaveProperty(['properties schemas/User.email'])
  })

  test.for([
    [{ 'x-origin': 'guessed' }, 'x-origin is missing: say documented, inferred, decided.'],
    [{ 'x-origin': 'decided' }, 'x-decision must name a decision (D-nn) of docs/decisions.md.'],
    [
      { 'x-origin': 'decided', 'x-decision': 'D-03' },
      'x-decision must name a decision (D-nn) of docs/decisions.md.',
    ],
    [
      { 'x-origin': 'inferred', 'x-decision': 'D-01' },
      'x-decision belongs to x-origin: decided, not to inferred.',
    ],
    [{ 'x-decision': 'D-01' }, 'x-origin is missing: say documented, inferred, decided.'],
  ] as const)('cannot be said as %o', ([mark, fault]) => {
    const changed = { ...user, properties: { ...user.properties, email: { type: 'string', ...mark } } }
    expect(faultsOf(contractWith({ user: changed }), decisions)).toEqual({
      'properties schemas/User.email': fault,
    })
  })
})

describe('contract:origins', () => {
  test('prints the counts of each resource; the contract has no fault', async () => {
    const { code, output } = await runOrigins()
    expect(output).toMatch(/^Work ledger .*\n {2}operations +0 +0 % +2 +50 % +2 +50 %$/m)
    expect(output).toMatch(/^The whole contract/m)
    expect(output).not.toContain('x-')
    expect(code).toBe(0)
  })

  test('fails on what nobody marked, and names it', async () => {
    const unmarked = JSON.stringify(document).replace('"operationId":"listUsers"', '$&,"x-decision":"D-77"')
    await writeFile(join(folder, 'openapi.gen.json'), unmarked)
    const { code, output } = await runOrigins('--folder', folder)
    expect(output).toContain(
      'operations listUsers: x-decision belongs to x-origin: decided, not to documented.',
    )
    expect(code).toBe(1)
  })

  test('knows the decisions that have a section, not every number that is mentioned', () => {
    const decisions = readDecisions()
    expect(decisions).toContain('D-14')
    expect(decisions).not.toContain('D-00')
    expect([...decisions].every((name) => /^D-\d\d$/.test(name))).toBe(true)
  })
})

interface Parts {
  user: JsonObject
  operation?: JsonObject
}

function contractWith({ user, operation = {} }: Parts): JsonObject {
  return {
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
          ...operation,
        },
      },
    },
    components: {
      parameters: { Page: { name: 'page', in: 'query', 'x-origin': 'inferred' } },
      responses: { NotFound: { 'x-origin': 'decided', 'x-decision': 'D-02' } },
      schemas: { User: user, Timestamp: { type: 'string', 'x-origin': 'inferred' } },
    },
  }
}

function originsOf(contract: JsonObject, decisions: ReadonlySet<string>) {
  return Object.fromEntries(
    findOrigins(contract, decisions).map(({ kind, name, origin }) => [`${kind} ${name}`, origin]),
  )
}

function faultsOf(contract: JsonObject, decisions: ReadonlySet<string>) {
  return Object.fromEntries(
    findOrigins(contract, decisions).flatMap(({ kind, name, fault }) =>
      fault === undefined ? [] : [[`${kind} ${name}`, fault]],
    ),
  )
}

async function runOrigins(...args: string[]): Promise<{ code: number | null; output: string }> {
  const command = ['tools/gate/contract-origins.ts', ...args]
  const { code, stdout, stderr } = await run(process.execPath, command, {})
  return { code, output: stdout + stderr }
}
