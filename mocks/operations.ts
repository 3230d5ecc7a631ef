import type { AnyAnswer, Problem } from '../contract/types.ts'
import type { AnyOperation } from '../server/contract/operation.ts'
import type { Contract, ContractOperation } from '../contract/document.ts'
import { asObject, isObject, type JsonObject } from '../contract/json.ts'
import { faultIn } from '../contract/rules/faults.ts'
import { invalidInput, roleMissing } from '../contract/rules/refusals.ts'
import { inOnePiece } from '../sdk/src/testing/respond.ts'
import { readPreference, type Choice } from './preference.ts'
import type { Prism } from './prism.ts'

/**
 * Answers every operation with the function in `own`, whose bodies Prism checks. An operation without such a function gets
 * the contract's example of its success, marked by the header `X-Mock-Answer: example`. A request with `Prefer` gets the
 * contract's example, too. Prism takes two seconds to begin, so the mock does not wait for it: a body of the mock's own that
 * breaks the contract is a line in the log.
 */
export function createMockOperations(
  contract: Contract,
  prism: Promise<Prism>,
  own: Readonly<Record<string, AnyOperation>>,
): Record<string, AnyOperation> {
  return Object.fromEntries(
    contract.operations.map((one) => [one.id, mockOperation(one, contract, prism, own[one.id])]),
  )
}

function mockOperation(
  operation: ContractOperation,
  contract: Contract,
  prism: Promise<Prism>,
  run: AnyOperation | undefined,
): AnyOperation {
  const success = { status: Math.min(...operation.statuses.filter((status) => status < 300)) }
  return async (input, context) => {
    // The app adds this header to every operation, as if the contract declared it.
    const { Prefer } = asObject(input.headers)
    const preference = readPreference(typeof Prefer === 'string' ? Prefer : null, operation, contract)
    if ('fault' in preference) return invalidInput([faultIn('header', '/prefer', 'unknown', preference.fault)])
    const { choice } = preference
    if (choice) return answerWithExample(operation, contract, await prism, input.path, choice)
    if (!run) {
      const answer = await answerWithExample(operation, contract, await prism, input.path, success)
      return { ...answer, headers: { ...answer.headers, 'X-Mock-Answer': 'example' } }
    }
    const answer = await run(input, context)
    prism
      .then((prism) => check(operation, prism, answer))
      .catch((error: unknown) => context.log.error({ err: error }, 'the mock breaks the contract'))
    return answer
  }
}

/** Throws when Prism finds that a body breaks the contract. Problems have no body here: the pipeline writes them. */
async function check(operation: ContractOperation, prism: Prism, answer: AnyAnswer): Promise<void> {
  if (answer.body === undefined) return
  const { status, headers = {}, body } = answer
  const response = { statusCode: status, headers: { ...headers, 'Content-Type': 'application/json' }, body }
  const violations = await prism.findViolations(operation, response)
  if (violations.length > 0) throw new Error(`${operation.id} breaks the contract: ${violations.join('; ')}`)
}

/** Prism's answer from the contract's examples. */
export async function answerWithExample(
  operation: ContractOperation,
  contract: Contract,
  prism: Prism,
  path: unknown,
  choice: Choice,
): Promise<AnyAnswer> {
  const { statusCode: status, body, headers: sent } = await prism.mock(operation, choice)
  const headers = readHeaders(sent ?? {})
  if (isProblem(body)) {
    // The pipeline writes the problem again, with the path and the id of this request.
    const { code, detail, errors } = body
    if (code === 'role_missing') return { headers, ...roleMissing(operation.roles) }
    return { status, headers, problem: { code, detail, errors } }
  }
  if (typeof body === 'string') {
    return { status, headers, stream: inOnePiece(String(sent?.['Content-type']), body) }
  }
  // The `Location` of the example would name another resource.
  if ('Location' in headers && isObject(body)) headers['Location'] = locate(operation, contract, asObject(path), body)
  return { status, headers, body }
}

/** The headers of the example that the pipeline does not set itself. A null stands for a header that is not sent. */
function readHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => value !== null && !/^(content-type|x-request-id)$/i.test(name))
      .map(([name, value]) => [name, String(value)]),
  )
}

/** True for a problem that Prism took from the contract. */
function isProblem(body: unknown): body is Problem {
  return isObject(body) && String(body['type']).startsWith('urn:instance-admin:problem:')
}

/**
 * The path of the resource that the operation creates: for `/versions` that of a version, since the contract has
 * `/versions/{version}`; for `/agents/{agentId}/copy` that of an agent.
 */
function locate({ path }: ContractOperation, { operations }: Contract, ids: JsonObject, body: JsonObject): string {
  const [template = path] = operations
    .map((operation) => operation.path)
    .filter((one) => one.endsWith('}') && `${path}/`.startsWith(one.replace(/\{\w+\}$/, '')))
    .toSorted((one, other) => other.length - one.length)
  const [, parameter = ''] = /\{(\w+)\}$/.exec(template) ?? []
  const values = { ...ids, [parameter]: body[parameter] ?? body['id'] }
  return template.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => String(values[name]))
}
