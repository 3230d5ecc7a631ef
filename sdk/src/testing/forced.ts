import { roleMissing } from '../../../contract/rules/refusals.ts'
import type { Fault } from '../errors.ts'
import type { ErrorCodes } from '../operations.gen.ts'
import { contract } from './contract.gen.ts'
import type { ContractAnswer, ContractOperation } from './contract.ts'
import type { TestAnswer } from './operation.ts'

/** An answer to force. Members that are left out come from the contract's example of the answer. */
export interface ForcedAnswer<Name extends keyof ErrorCodes> {
  /** A status that the contract declares for the operation. */
  status: number
  /** The code of a problem; the contract's example of the code fills the rest. Default: the code of the first example. */
  code?: Exclude<ErrorCodes[Name], 'unexpected_answer'>
  detail?: string
  errors?: readonly Fault[]
  /** The name of an example in the contract, for an answer that is no problem. Default: the first example. */
  example?: string
  headers?: Readonly<Record<string, string>>
}

/** Throws TypeError for an answer that the contract does not declare. */
export function forceAnswer<Name extends keyof ErrorCodes>(name: Name, forced: ForcedAnswer<Name>): TestAnswer {
  const declared = operationNamed(name).answers
  const answer = declared[forced.status]
  if (!answer)
    throw new TypeError(`${name} never answers ${forced.status}. Its statuses: ${Object.keys(declared).join(', ')}.`)
  const headers = { ...answer.headers, ...forced.headers }
  if (answer.problem !== null) return { status: forced.status, headers, problem: forceProblem(name, answer, forced) }
  const given = { status: forced.status, headers, body: chooseExample(name, answer, forced.example) }
  return answer.mediaType === null ? given : { ...given, mediaType: answer.mediaType }
}

export function operationNamed(name: string): ContractOperation {
  const operation = Object.values(contract.operations).find((operation) => operation.name === name)
  if (!operation) throw new TypeError(`The contract has no operation ${name}.`)
  return operation
}

function forceProblem(
  name: string,
  answer: ContractAnswer,
  { code, detail, errors }: Pick<ForcedAnswer<keyof ErrorCodes>, 'code' | 'detail' | 'errors'>,
) {
  const examples = contract.problems[answer.problem ?? ''] ?? []
  const example = code === undefined ? examples[0] : examples.find((example) => example.code === code)
  if (!example) {
    const codes = examples.map(({ code }) => code).join(', ')
    throw new TypeError(`This answer of ${name} never has the code ${code}. Its codes: ${codes}.`)
  }
  // One example of a missing role stands for all operations.
  const { roles } = operationNamed(name)
  const told = example.code === 'role_missing' ? roleMissing(roles).problem.detail : example.detail
  return { code: example.code, detail: detail ?? told, errors: errors ?? example.errors }
}

function chooseExample(name: string, { examples }: ContractAnswer, wanted: string | undefined): unknown {
  if (wanted === undefined) return Object.values(examples)[0]
  if (Object.hasOwn(examples, wanted)) return examples[wanted]
  throw new TypeError(`This answer of ${name} has no example ${wanted}. It has: ${Object.keys(examples).join(', ')}.`)
}
