import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { readContract, resolve, type ContractOperation } from '../../../contract/document.ts'
import { asObject } from '../../../contract/json.ts'
import { lazy } from '../../../server/lib/lazy.ts'
import { readOperation } from '../../helpers/data/valid-requests.ts'

export interface ContractCheck {
  operations: readonly ContractOperation[]
  /** The operation that a request is for. */
  find(method: string, path: string): ContractOperation | undefined
  /** The operation declares the status, with such a body, or with none where the text is empty. */
  expectDeclared(operation: ContractOperation, answer: { status: number; text: string }): void
}

/** Checks answers against the schemas of the contract, integrations by their type. One for all files of a worker. */
export const createContractCheck = lazy(async (): Promise<ContractCheck> => {
  const contract = await readContract()
  const { document, operations } = contract
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    validateFormats: false,
    inlineRefs: false,
    allErrors: true,
  })
  ajv.addSchema(document, 'contract')
  const patterns = operations.map((operation) => {
    const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return { operation, pattern }
  })
  return {
    operations,
    find: (method, path) =>
      patterns.find(({ operation, pattern }) => operation.method === method.toLowerCase() && pattern.test(path))
        ?.operation,
    expectDeclared(operation, { status, text }) {
      expect(operation.statuses).toContain(status)
      const responses = asObject(readOperation(contract, operation)['responses'])
      const [content] = Object.entries(asObject(resolve(document, responses[status])['content'] ?? {}))
      if (content === undefined) return expect(text).toBe('')
      const [mediaType, { schema }] = [content[0], asObject(content[1])]
      const validate = ajv.getSchema(`contract${String(asObject(schema)['$ref'])}`)
      if (!validate) throw new Error(`${operation.id} has no schema for ${status}.`)
      const body: unknown = mediaType.endsWith('json') && !mediaType.includes('ndjson') ? JSON.parse(text) : text
      expect(validate(body) === true ? [] : validate.errors).toEqual([])
    },
  }
})
