import { expect } from 'vitest'
import type { TestServer } from '../../../sdk/src/testing/index.ts'
import { contract } from '../../../sdk/src/testing/contract.gen.ts'
import { createContractCheck } from './contract-check.ts'

/** The test server answers what is at this path of the instance `acme`, as the contract declares it. */
export async function expectSeeded(server: TestServer, path: string): Promise<void> {
  const check = await createContractCheck()
  const operation = check.find('GET', `/instances/acme/${path}`)
  if (!operation) throw new Error(`There is no ${path}.`)
  const headers = { Authorization: 'Bearer any' }
  const response = await server.fetch(`https://admin.test/instances/acme/${path}`, { headers })
  check.expectDeclared(operation, { status: response.status, text: await response.text() })
}

/** Every answer that the test server can be made to give. */
export const forced = Object.entries(contract.operations).flatMap(([id, { name, answers }]) =>
  Object.keys(answers).map((status) => ({ id, name, status: Number(status) })),
)

/** The test server gives the answer, and the contract declares it. */
export async function expectForced(server: TestServer, { id, name, status }: (typeof forced)[number]): Promise<void> {
  const check = await createContractCheck()
  const operation = check.operations.find((one) => one.id === id)
  if (!operation) throw new Error(`There is no ${id}.`)
  server.respondOnce(name, { status })
  const response = await server.fetch(`https://admin.test${operation.path.replaceAll(/\{\w+\}/g, 'x')}`, {
    method: operation.method.toUpperCase(),
    headers: { Authorization: 'Bearer any' },
  })
  expect(response.status).toBe(status)
  check.expectDeclared(operation, { status, text: await response.text() })
}
