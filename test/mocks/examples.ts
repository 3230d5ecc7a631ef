import { expect } from 'vitest'
import { readContract, resolve, type ContractOperation } from '../../contract/document.ts'
import { asObject, type JsonObject } from '../../contract/json.ts'
import { roleMissing } from '../../contract/rules/refusals.ts'
import type { AnyAnswer } from '../../contract/types.ts'
import { copyForValidator } from '../../contract/validator-document.ts'
import { answerWithExample } from '../../mocks/operations.ts'
import type { Choice } from '../../mocks/preference.ts'
import type { Prism } from '../../mocks/prism.ts'
import { readOperation } from '../helpers/data/valid-requests.ts'
import { createContractCheck } from '../sdk/testing/contract-check.ts'

const contract = await readContract()
const check = await createContractCheck()

/** For every parameter of a path. */
export const exampleIds = {
  instanceId: 'demo',
  userId: 'any',
  agentId: 'any',
  integrationId: 'any',
  modelId: 'any',
  webhookId: 'any',
  deliveryId: 'any',
  entryId: 'any',
  version: '1',
  other: '1',
  sequence: '1',
  type: 'SLACK',
}

/** Prism over these operations alone: over all it takes four times as long to begin. */
export async function prismOf(operations: readonly ContractOperation[]): Promise<Prism> {
  const { createPrism } = await import('../../mocks/prism.ts')
  const document = asObject(copyForValidator(contract))
  const paths = Object.entries(asObject(document['paths'])).filter(([path]) =>
    operations.some((operation) => operation.path === path),
  )
  return createPrism({ ...document, paths: Object.fromEntries(paths) })
}

/** The mock answers every status of the operation, and every example that the contract has for it. */
export async function expectEveryExample(operation: ContractOperation, prism: Prism): Promise<void> {
  for (const status of operation.statuses) await expectExample(operation, prism, { status })
  for (const { choice, value } of namedExamples(operation)) await expectExample(operation, prism, choice, value)
}

/** The mock answers what was chosen, with a body of the contract: `value`, where that is given. */
async function expectExample(
  operation: ContractOperation,
  prism: Prism,
  choice: Choice,
  value?: unknown,
): Promise<void> {
  const answer = await answerWithExample(operation, contract, prism, exampleIds, choice)
  const { status } = answer
  expect(status).toBe(choice.status)
  const body = await bodyOf(answer)
  // The pipeline writes the rest of a problem. One example of a missing role stands for all operations.
  if (answer.problem?.code === 'role_missing') expect(answer.problem).toEqual(roleMissing(operation.roles).problem)
  else if (answer.problem) expect(value ?? body).toMatchObject(answer.problem)
  else if (value !== undefined) expect(body).toEqual(value)
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '')
  check.expectDeclared(operation, { status, text: body === undefined ? '' : text })
}

function namedExamples(operation: ContractOperation) {
  return operation.statuses.flatMap((status) =>
    Object.entries(contentsOf(operation, status)).flatMap(([mediaType, content]) =>
      Object.entries(asObject(asObject(content)['examples'] ?? {})).map(([example, node]) => ({
        choice: { status, example, mediaType },
        value: resolve(contract.document, node)['value'],
      })),
    ),
  )
}

/** As the pipeline sends it. */
async function bodyOf({ status, body, stream, problem }: AnyAnswer): Promise<unknown> {
  if (stream) return (await stream.pieces.next()).value
  if (!problem) return body
  const { code } = problem
  return { type: `urn:${code}`, title: '', status, instance: '', requestId: '1', errors: [], ...problem }
}

/** By media type. */
function contentsOf(operation: ContractOperation, status: number): JsonObject {
  const responses = asObject(readOperation(contract, operation)['responses'])
  return asObject(resolve(contract.document, responses[status])['content'] ?? {})
}
