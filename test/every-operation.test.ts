import { createPublicKey, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract, type ContractOperation } from '../server/contract-document.ts'
import { roles, type Role } from '../server/identity/roles.ts'
import { asArray, asObject } from '../server/json.ts'
import { createProblemChecks } from './helpers/problems.ts'
import { startTestService, type RequestOptions, type TestService } from './helpers/service.ts'
import { createValidRequests, fillPath, type ValidRequest } from './helpers/valid-requests.ts'

/** What every operation of the contract owes its callers, whatever it does. */
const contract = await readContract()
const { operations } = contract
const { expectDeclared, expectProblem } = createProblemChecks(contract)

const withBody = operations.filter(({ maxBodyBytes }) => maxBodyBytes !== null)
const posts = operations.filter(({ method }) => method === 'post')
console.log(operations.length, withBody.length, posts.length, exportJWK, generateKeyPair, createPublicKey, randomUUID, asArray, asObject, roles, fillPath, expectProblem)
type _Unused = Role

let service: TestService
let requests: ReadonlyMap<string, ValidRequest>
beforeAll(async () => {
  service = await startTestService()
  requests = await createValidRequests(service, contract)
})
afterAll(() => service.close())

function send(on: TestService, operation: ContractOperation, options: RequestOptions & { query?: string } = {}) {
  const request = requests.get(operation.id)
  if (!request) throw new Error(`There is no request for ${operation.id}.`)
  return on.request(request.path + (options.query ?? ''), { method: request.method, body: request.body, ...options })
}

describe('probe', () => {
  test('x', async () => {
    for (const o of operations) {
      const r = await send(service, o)
      console.log(o.id, r.status, r.status > 300 ? r.text : '')
    }
    const op = operations.find((o) => o.id === 'listAgents')
    if (!op) return
    for (const method of ['HEAD', 'OPTIONS', 'PATCH', 'PROPFIND']) {
      const r = await service.request('/instances/acme/agents', { method })
      console.log(method, r.status, r.text, r.headers.get('allow'))
    }
    expectDeclared(await send(service, op, { role: null }), op, { status: 401, code: 'token_missing' })
    console.log(await service.db.raw('select datcollate, datctype, datlocprovider, datlocale from pg_database where datname = current_database()').then((r: {rows: unknown}) => r.rows))
  })
})
