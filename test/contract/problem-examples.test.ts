import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract, resolve } from '../../contract/document.ts'
import { asArray, asObject, asString, type JsonObject } from '../../contract/json.ts'
import { exampleOf } from '../../tools/generate/problems.ts'
import { readCodes } from '../../tools/generate/sdk/operations.ts'
import { readOperation } from '../helpers/data/valid-requests.ts'
import { startTestService, type RequestOptions, type TestService } from '../helpers/service.ts'

const contract = await readContract()

/** Every answer of the contract that is a problem. */
const problems = contract.operations.flatMap((operation) =>
  Object.entries(asObject(readOperation(contract, operation)['responses'])).flatMap(([status, response]) => {
    const problem = asObject(resolve(contract.document, response)['content'] ?? {})['application/problem+json']
    return problem === undefined ? [] : [{ answer: `${operation.id} ${status}`, status, problem: asObject(problem) }]
  }),
)

test('every code of a problem names an example of the answer, with the status of the answer', () => {
  expect(problems.length).toBeGreaterThan(250)
  for (const { answer, status, problem } of problems) {
    const codes = readCodes(resolve(contract.document, problem['schema']))
    const shown = Object.entries(asObject(problem['examples'])).map(([name, example]) => {
      const { code, status } = asObject(resolve(contract.document, example)['value'])
      return { answer, name, code, status }
    })
    expect(shown).toEqual(codes.map((code) => ({ answer, name: code, code, status: Number(status) })))
  }
})

test('every example is a problem of its answer', () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, formats: { 'date-time': true } })
  ajv.addSchema(contract.document, 'contract')
  for (const { problem } of problems) {
    const validate = ajv.getSchema(`contract${asString(asObject(problem['schema'])['$ref'])}`)
    for (const value of valuesOf(problem)) expect(validate?.(value) === true ? [] : validate?.errors).toEqual([])
  }
})

test('every example speaks in sentences', () => {
  const texts = problems.flatMap(({ problem }) =>
    valuesOf(problem).flatMap(({ detail, errors }) => [
      asString(detail),
      ...asArray(errors).map((fault) => asString(asObject(fault)['message'])),
    ]),
  )
  expect(
    [...new Set(texts)].filter((text) => !/^["A-Z].*\.$/s.test(text) || /[<>]=|(body|query)\//.test(text)),
  ).toEqual([])
})

describe('the service answers with the sentences of the example', () => {
  let service: TestService
  beforeAll(async () => void (service = await startTestService()))
  afterAll(() => service.close())
  const agent = 'agents/0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11'

  test.each<[operation: string, code: string, path: string, options: RequestOptions]>([
    ['getAgent', 'invalid_request', `${agent}?verbose=1`, {}],
    ['listAgents', 'invalid_request', 'agents?size=201', {}],
    ['listAgents', 'invalid_cursor', 'agents?cursor=bm8', {}],
    ['listAgents', 'page_too_deep', 'agents?page=5000', {}],
    ['createAgent', 'invalid_request', 'agents', { body: { type: 'HUMAN', active: true } }],
    ['createAgent', 'malformed_json', 'agents', { body: '{"name": "Ada",}' }],
    [
      'createAgent',
      'unsupported_media_type',
      'agents',
      { body: 'name=Ada', headers: { 'Content-Type': 'text/plain' } },
    ],
    ['createAgent', 'role_missing', 'agents', { role: 'Viewer', body: {} }],
    ['getAgent', 'token_missing', agent, { role: null }],
    ['getAgent', 'token_invalid', agent, { headers: { Authorization: 'Bearer no' } }],
    ['getAgent', 'agent_not_found', agent, {}],
    ['getAgent', 'not_acceptable', agent, { headers: { Accept: 'text/html' } }],
    ['getIntegrationType', 'integration_type_not_found', 'integration-types/SALESFARCE', {}],
  ])('%s %s', async (operation, code, path, { body, ...options }) => {
    const sent = body === undefined ? options : { method: 'POST', body, ...options }
    const answer = await service.request(`/instances/acme/${path}`, sent)
    const [{ detail, errors } = {}] = problems
      .filter(({ answer: name }) => name === `${operation} ${answer.status}`)
      .flatMap(({ problem }) => valuesOf(problem))
      .filter((example) => example['code'] === code)
    expect(answer.json).toMatchObject({ code, detail, errors })
  })
})

test('a code without any example is refused', () => {
  expect(() => exampleOf('Internal', 'moon_phase')).toThrow(
    'No problem has an example of moon_phase: write one in tools/generate/problem-samples.ts.',
  )
})

function valuesOf(problem: JsonObject): JsonObject[] {
  return Object.values(asObject(problem['examples'])).map((example) =>
    asObject(resolve(contract.document, example)['value']),
  )
}
