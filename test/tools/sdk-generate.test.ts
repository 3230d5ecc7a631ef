import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contractOperations } from '../../tools/generate/sdk/operations.ts'
import { writeTable } from '../../tools/generate/sdk/table.ts'
import { writeTypes } from '../../tools/generate/sdk/types.ts'
import { createClient, type Client, type Resources } from '../../sdk/src/index.ts'
import { samples } from '../types/sdk-samples.gen.ts'

/** The generator: a contract that changes gives another SDK, with no hand in between. */
const text = readFileSync(new URL('../../spec/gen/openapi.gen.json', import.meta.url), 'utf8')
const operations = contractOperations(JSON.parse(text))

describe('a new operation', () => {
  const retire = `"/instances/{instanceId}/agents/{agentId}/retire": {
    "parameters": [{ "$ref": "#/components/parameters/InstanceId" }, { "$ref": "#/components/parameters/AgentId" }],
    "post": {
      "operationId": "retireAgent", "summary": "Retire an agent", "description": "Takes it out of work.",
      "deprecated": true, "x-failure-message": "Failed to retire agent",
      "parameters": [{ "$ref": "#/components/parameters/IdempotencyKey" }],
      "responses": { "204": { "description": "Retired." }, "404": { "$ref": "#/components/responses/AgentNotFound" } }
    }
  },`
  const changed = (operation: string) => {
    const contract: unknown = JSON.parse(text.replace('"paths": {', `"paths": {${operation}`))
    return contractOperations(contract)
  }

  test('is a method of its resource, documented, typed, and deprecated where the contract says so', () => {
    const types = writeTypes(changed(retire))
    expect(types).toContain(
      [
        '   * Retire an agent. Takes it out of work.',
        '   * @deprecated The service will do without it.',
        '   * @example',
        "   * await acme.agents.retire('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21')",
        '   */',
        '  retire(agentId: Id, options?: PostOptions): Call<undefined>',
      ].join('\n'),
    )
    expect(types).toMatch(/export type RetireAgentErrorCode =\n {2}\| 'unexpected_answer'\n {2}\| 'agent_not_found'/)
    expect(types).toContain("'agents.retire': RetireAgentErrorCode")
  })

  test('has its place in the table', () => {
    expect(writeTable(changed(retire))).toContain(
      [
        "  'agents.retire': {",
        "    answer: 'nothing',",
        "    method: 'POST',",
        "    id: 'retireAgent',",
        "    failure: 'Failed to retire agent',",
        "    path: '/agents/{agentId}/retire',",
        '  },',
      ].join('\n'),
    )
  })

  test.each([
    ['of the name of another', retire.replace('"summary"', '"x-sdk-name": "agents.create", "summary"'), 'x-sdk-name'],
    [
      'that posts without a key',
      retire.replace('#/components/parameters/IdempotencyKey', '#/components/parameters/IfMatch'),
      'takes a key',
    ],
  ])('%s is refused', (_what, operation, message) => {
    expect(() => writeTable(changed(operation))).toThrow(message)
  })
})

test('a new code of an error is in the union of its operation', () => {
  const contract: unknown = JSON.parse(text.replaceAll('"agent_not_found"', '"agent_retired"'))
  const types = writeTypes(contractOperations(contract))
  expect(types).toMatch(/export type GetAgentErrorCode =\n {2}\| 'unexpected_answer'\n {2}\| 'agent_retired'/)
  expect(types).not.toContain('agent_not_found')
})

test('every integration type has its line in the map of types', () => {
  const types = readdirSync(new URL('../../spec/integration-types/', import.meta.url))
  const [, lines = ''] = /interface IntegrationByType \{\n([^}]*)\n\}/.exec(writeTypes(operations)) ?? []
  expect(types.length).toBeGreaterThan(80)
  expect(lines.match(/\w+(?=: )/g)?.sort()).toEqual(types.map((file) => file.replace('.yaml', '')).sort())
})

describe('the sample', () => {
  const all: Record<string, (given: Client & Resources) => Promise<void>> = samples

  test.each(operations.map(({ id, method, path, isOfInstance }) => ({ id, method, path, isOfInstance })))(
    'of $id sends $method $path',
    async ({ id, method, path, isOfInstance }) => {
      const sent: Request[] = []
      const fetch = (request: Request) => {
        sent.push(request)
        if (request.method === 'DELETE') return Promise.resolve(new Response(null, { status: 204 }))
        // A stream would be followed for ever.
        if (request.url.includes('/stream')) return Promise.resolve(new Response(null, { status: 403 }))
        const isArray = request.method === 'GET' && /\/versions(\?|$)/.test(request.url)
        const body = isArray ? [] : { content: [], page: { next: null } }
        return Promise.resolve(Response.json(body, { headers: { etag: '"1"' } }))
      }
      const client = createClient({ baseUrl: 'http://localhost', token: 'token', fetch })
      const called = all[id]?.({ ...client, ...client.instance('acme') })
      await (id === 'streamChanges' ? expect(called).rejects.toMatchObject({ status: 403 }) : called)
      const last = sent.at(-1)
      expect(last?.method).toBe(method)
      const wanted = new RegExp(`^${isOfInstance ? '/instances/acme' : ''}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      expect(new URL(last?.url ?? '').pathname).toMatch(wanted)
      if (sent.length > 1) expect(last?.headers.get('if-match')).toBe('"1"')
    },
  )
})
