import { resolve, type Contract, type ContractOperation } from '../../../contract/document.ts'
import { asObject, asString, type JsonObject } from '../../../contract/json.ts'
import type { TestService } from '../service.ts'
import { insertLedgerRows, ledgerRow } from './work-ledger-entries.ts'

export interface ValidRequest {
  method: string
  /** The path with ids of existing resources. */
  path: string
  /** The longest example of the contract; undefined where the operation takes no body. */
  body: unknown
}

/** A valid request of every operation, in the instance `acme`, by operation id. */
export async function createValidRequests(
  service: TestService,
  contract: Contract,
): Promise<ReadonlyMap<string, ValidRequest>> {
  const create = async (id: string, method = 'POST', given: object = {}) => {
    const operation = contract.operations.find((operation) => operation.id === id)
    if (!operation) throw new Error(`The contract has no ${id}.`)
    const path = fillPath(operation.path, { instanceId: 'acme' })
    const body = { ...asObject(readExample(contract, operation)), ...given }
    const created = await service.request(path, { method, body })
    return asString(asObject(created.json)['id'])
  }
  const webhookId = await create('createWebhook')
  const delivery = await service.request(`/instances/acme/webhooks/${webhookId}/test`, { method: 'POST' })
  const ids = {
    webhookId,
    deliveryId: asString(asObject(delivery.json)['id']),
    instanceId: 'acme',
    userId: await create('createUser'),
    agentId: await create('createAgent'),
    integrationId: await create('createIntegration'),
    modelId: await create('createTwuModel'),
    // Another price than that of the example, which would change nothing.
    priceId: await create('setModelPrice', 'PUT', { validFrom: '2026-01-01' }),
    version: '1',
    other: '1',
    type: 'SLACK',
    entryId: await createLedgerEntry(service),
    sequence: '1',
  }
  return new Map(
    contract.operations.map((operation) => [
      operation.id,
      {
        method: operation.method.toUpperCase(),
        path: fillPath(operation.path, ids),
        body: readExample(contract, operation),
      },
    ]),
  )
}

/** The operation's node in the contract. */
export function readOperation({ document }: Contract, { path, method }: ContractOperation): JsonObject {
  return asObject(asObject(asObject(document['paths'])[path])[method])
}

export function fillPath(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`Nothing exists yet for the path parameter ${name}.`)
    return id
  })
}

export function readExample(contract: Contract, operation: ContractOperation): unknown {
  const { requestBody } = readOperation(contract, operation)
  if (requestBody === undefined) return undefined
  const content = asObject(asObject(asObject(requestBody)['content'])['application/json'])
  const [longest] = Object.values(asObject(content['examples']))
    .map((example) => resolve(contract.document, example)['value'])
    .sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)
  return longest
}

async function createLedgerEntry(service: TestService): Promise<string> {
  await insertLedgerRows(service, [ledgerRow({ id: 'entry-1' })])
  return 'entry-1'
}
