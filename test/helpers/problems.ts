import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { resolve, type Contract, type ContractOperation } from '../../contract/document.ts'
import { asObject, asString, type JsonObject } from '../../contract/json.ts'
import type { ProblemCode } from '../../contract/types.ts'
import type { TestResponse } from './service.ts'
import { readOperation } from './data/valid-requests.ts'

/** The members that the checks read, so that answers from a raw socket fit, too. */
type Answer = Pick<TestResponse, 'status' | 'headers' | 'json'>

export interface ProblemChecks {
  /** Expects this problem, as the operation declares it for the status. */
  expectDeclared: (
    answer: Answer,
    operation: ContractOperation,
    expected: { status: number; code: ProblemCode },
  ) => void
  /** Expects a problem of any code. */
  expectProblem: (answer: Answer, expected?: { status?: number; code?: ProblemCode }) => void
}

/** Checks of error answers against the schemas of the contract. */
export function createProblemChecks(contract: Contract): ProblemChecks {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, allErrors: true })
  ajv.addSchema(contract.document, 'contract')
  const expectSchema = (answer: Answer, reference: string) => {
    const validate = ajv.getSchema(`contract${reference}`)
    if (!validate) throw new Error(`The contract has no ${reference}.`)
    expect(validate(answer.json) === true ? [] : validate.errors).toEqual([])
  }
  const expectProblem: ProblemChecks['expectProblem'] = (answer, expected = {}) => {
    // Exporters are answered as OTLP says (D-44).
    if (answer.headers.get('content-type') === 'application/json') {
      expectSchema(answer, '#/components/schemas/OtlpStatus')
      const { status = answer.status, code = '' } = expected
      expect(answer.status).toBe(status)
      expect(asObject(answer.json)['message']).toMatch(new RegExp(`^${code}(: |[a-z_]+: )`))
      return
    }
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/)
    expectSchema(answer, '#/components/schemas/Problem')
    expect(answer.json).toMatchObject({
      ...expected,
      status: answer.status,
      requestId: answer.headers.get('x-request-id'),
    })
  }
  return {
    expectProblem,
    expectDeclared(answer, operation, expected) {
      expectProblem(answer, expected)
      expectSchema(answer, findSchema(contract, operation, expected.status))
    },
  }
}

function findSchema(contract: Contract, operation: ContractOperation, status: number): string {
  const responses = asObject(readOperation(contract, operation)['responses'])
  const response: JsonObject = resolve(contract.document, responses[status])
  const mediaType = operation.isOtlp ? 'application/json' : 'application/problem+json'
  const content = asObject(asObject(response['content'])[mediaType])
  return asString(asObject(content['schema'])['$ref'])
}
