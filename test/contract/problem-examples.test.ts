import { expect, test } from 'vitest'
import { readContract, resolve } from '../../contract/document.ts'
import { asObject, type JsonObject } from '../../contract/json.ts'
import { nameProblemExamples } from '../../tools/generate/problem-examples.ts'
import { readCodes } from '../../tools/generate/sdk/operations.ts'
import { readOperation } from '../helpers/data/valid-requests.ts'

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

test('a problem without an example of one of its codes has that of another problem', () => {
  const lent = problems.filter(({ answer }) => ['createUser 409', 'createAgent 409'].includes(answer))
  expect(lent.map(({ problem }) => asObject(problem['examples'])['idempotency_key_in_use'])).toEqual([
    { $ref: '#/components/examples/IdempotencyConflictProblem.idempotency_key_in_use' },
    { $ref: '#/components/examples/IdempotencyConflictProblem.idempotency_key_in_use' },
  ])
})

test('a code without any example is refused, and its problem is named', () => {
  const schemas = asObject(asObject(contract.document['components'])['schemas'])
  const withoutExample: JsonObject = { ...asObject(schemas['InternalProblem']), examples: [] }
  const document = {
    ...contract.document,
    components: { schemas: { ...schemas, InternalProblem: withoutExample } },
  }
  expect(() => nameProblemExamples(document)).toThrow(
    'No problem has an example of internal_error: give InternalProblem one.',
  )
})
