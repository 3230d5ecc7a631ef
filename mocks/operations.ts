import type { AnyAnswer, Problem } from '../contract/types.ts'
import type { AnyOperation } from '../server/contract.ts'
import type { Contract, ContractOperation } from '../contract/document.ts'
import { asObject, isObject } from '../contract/json.ts'
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
  const mock = (operation: ContractOperation) => mockOperation(operation, contract, prism, own[operation.id])
  return Object.fromEntries(contract.operations.map((operation) => [operation.id, mock(operation)]))
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
    if (preference.kind === 'unknown')
      return invalidInput([faultIn('header', '/prefer', 'unknown', preference.message)])
    if (preference.kind === 'answer')
      return answerWithExample(operation, contract, await prism, input.path, preference.choice)
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
  if ('Location' in headers && isObject(body)) {
    const { collection, parameter } = findCollection(operation, contract)
    headers['Location'] = `${fillPath(collection, asObject(path))}/${String(body[parameter] ?? body['id'])}`
  }
  return { status, headers, body }
}

/** The headers of the example without those that the pipeline sets. A null stands for a header that is not sent. */
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
 * Where the resource that the operation creates will be: for `/versions` there, since the contract has `/versions/{version}`;
 * for `/agents/{agentId}/copy` in `/agents`.
 */
function findCollection({ path }: ContractOperation, { operations }: Contract) {
  const around = operations.flatMap((operation) => {
    const [, collection, parameter = ''] = /^(.*)\/\{(\w+)\}$/.exec(operation.path) ?? []
    return collection !== undefined && `${path}/`.startsWith(`${collection}/`) ? [{ collection, parameter }] : []
  })
  const [nearest] = around.toSorted((one, other) => other.collection.length - one.collection.length)
  return nearest ?? { collection: path, parameter: '' }
}

function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => String(values[name]))
}
