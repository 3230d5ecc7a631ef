import type { TestsOfForm } from '../../../contract/rules/connection-test-messages.ts'
import type { QueryParameter } from '../../../contract/rules/parameters.ts'
import type { IntegrationForm } from '../../../contract/rules/integration-form.ts'
import type { ProblemCode } from '../../../contract/types.ts'
import type { Fault } from '../errors.ts'
import type { ErrorCodes } from '../operations.gen.ts'
import type { Schema } from '../schemas/check.ts'

/** The content of contract.gen.ts: the facts about the contract that the test server needs. */
export interface TestContract {
  operations: Readonly<Record<string, ContractOperation>>
  titles: Readonly<Record<string, string>>
  /** An example of each code of every problem, by the names of the problems' schemas. The first is the default answer. */
  problems: Readonly<Record<string, readonly ProblemExample[]>>
  /** The forms of the integration types, by type. */
  integrationTypes: Readonly<Record<string, IntegrationForm & TestsOfForm>>
}

export interface ContractOperation {
  /** The method of the SDK: `users.create`. */
  name: keyof ErrorCodes
  method: string
  /** The path with `{name}` placeholders. */
  path: string
  roles: readonly string[]
  needsRole: boolean
  /** The type of resource whose changes are shown to the callers of this operation; null for most operations. */
  readsChangesOf: string | null
  /** It changes nothing, here or at an external system. */
  isSafe: boolean
  /** Its answer has a secret. */
  hasSecretAnswer: boolean
  /** The media types of successful answers. */
  mediaTypes: readonly string[]
  parameters: Readonly<Record<'path' | 'query' | 'header', Readonly<Record<string, Schema>>>>
  query: Readonly<Record<string, QueryParameter>>
  body: { schema: Schema; maxBytes: number; takesLines: boolean } | null
  answers: Readonly<Record<string, ContractAnswer>>
}

export interface ContractAnswer {
  /** Null for an answer without a body. */
  mediaType: string | null
  headers: Readonly<Record<string, string>>
  /** The name of the problem's schema; null for an answer that is no problem. */
  problem: string | null
  examples: Readonly<Record<string, unknown>>
}

export interface ProblemExample {
  code: ProblemCode
  detail: string
  errors: readonly Fault[]
}
