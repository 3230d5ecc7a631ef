import { describe, expect, test } from 'vitest'
import { readContract, readOperations } from '../../contract/document.ts'
import { asObject, type JsonObject } from '../../contract/json.ts'

const { document, operations } = await readContract()

/** The contract with another `security` at GET .../users. */
function withSecurity(security: unknown): JsonObject {
  const copy = structuredClone(document)
  asObject(asObject(asObject(copy['paths'])['/instances/{instanceId}/users'])['get'])['security'] = security
  return copy
}

describe('an operation that needs no role', () => {
  test('is no other than who calls, and which instances there are', () => {
    const open = operations.filter(({ needsRole }) => !needsRole).map(({ id }) => id)
    expect(open).toEqual(['listInstances', 'getMe'])
  })

  test.each([
    ['no security', undefined],
    ['an empty one', []],
    ['one without a scheme', [{}]],
    ['no role beside a role', [{ identityProvider: ['Viewer'] }, { identityProvider: [] }]],
  ])('stops the start: %s', (_what, security) => {
    expect(() => readOperations(withSecurity(security))).toThrow(
      'listUsers needs a role in every part of its security.',
    )
  })
})
