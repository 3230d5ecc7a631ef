import type { Rules } from '../../../contract/rules/faults.ts'
import type { QueryParameter } from '../../../contract/rules/parameters.ts'
import type { IntegrationForm } from '../../../contract/rules/integration-form.ts'
import type { Fault } from '../errors.ts'
import type { ErrorCodes } from '../operations.gen.ts'

/** What contract.gen.ts holds: all that the test server knows of the contract. */
export interface TestContract {
  operations: Readonly<Record<string, ContractOperation>>
  /** Of request bodies, and of what can be seeded. */
  schemas: Readonly<Record<string, Schema>>
  /** Title of each problem code. */
  titles: Readonly<Record<string, string>>
  /** Kinds of problems, by the names of their schemas. */
  problems: Readonly<Record<string, ContractProblem>>
  /** By type. */
  integrationTypes: Readonly<Record<string, IntegrationForm>>
}

export interface ContractOperation {
  /** As the SDK has it: `users.create`. */
  name: keyof ErrorCodes
  method: string
  /** With `{name}` placeholders. */
  path: string
  /** Of good answers. */
  mediaTypes: readonly string[]
  parameters: Readonly<Record<'path' | 'query' | 'header', Readonly<Record<string, Schema>>>>
  query: Readonly<Record<string, QueryParameter>>
  body: { schema: Schema; maxBytes: number } | null
  answers: Readonly<Record<string, ContractAnswer>>
}

export interface ContractAnswer {
  /** Null where it has no body. */
  mediaType: string | null
  headers: Readonly<Record<string, string>>
  /** What kind of problem it is; null where it is none. */
  problem: string | null
  examples: Readonly<Record<string, unknown>>
}

export interface ContractProblem {
  codes: readonly string[]
  /** The first is the answer when none is asked for. */
  examples: readonly ProblemExample[]
}

export interface ProblemExample {
  code: string
  detail: string
  errors: readonly Fault[]
}

/** The part of JSON Schema that the contract's requests use. The generator refuses any other keyword. */
export interface Schema extends Rules {
  $ref?: string
  pattern?: string
  items?: Schema
  uniqueItems?: boolean
  required?: readonly string[]
  properties?: Readonly<Record<string, Schema>>
  additionalProperties?: boolean | Schema
  oneOf?: readonly Schema[]
  default?: unknown
  readOnly?: boolean
}
