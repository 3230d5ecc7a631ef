import type { components, operations } from '../spec/openapi.gen.ts'

type Schemas = components['schemas']

export type Fault = Schemas['Fault']
export type Problem = Schemas['Problem']
export type ProblemCode = Schemas['ProblemCode']

/** Everything below is derived from the generated types: the contract is retyped nowhere. */
export type OperationId = keyof operations

/** What an operation is given: the request after the contract has been checked, defaults filled in. */
export interface Input<Id extends OperationId> {
  path: operations[Id]['parameters']['path']
  query: Query<Id>
  headers: NonNullable<operations[Id]['parameters']['header']>
  body: Body<Id>
}

/** The same of any operation, as those pass it on who do not know which it is. */
export interface CheckedInput {
  path: unknown
  query: unknown
  headers: unknown
  body: unknown
}

export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>

/** What an operation may answer: one of the statuses that the contract declares, with that status's body. */
export type Output<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses']]: Answer<Status, operations[Id]['responses'][Status]>
}[keyof operations[Id]['responses']]

/** A body that is sent while it is made. */
export interface AnswerStream<MediaType extends string = string> {
  mediaType: MediaType
  /** Is begun in any case and ended early when the client goes away: what it holds until its end is given back. */
  pieces: AsyncGenerator<string>
}

/**
 * What a validator checks. It does not look into an integration's `metadata` by `type` (`x-validated-as` in the
 * contract), so that here it is not typed by it either: rules/metadata.ts checks what comes in.
 */
export type Validated<Json> = Json extends Schemas['IntegrationInput' | 'IntegrationUpdate']
  ? Schemas['UntypedIntegrationInput']
  : Json extends Schemas['Integration']
    ? Schemas['UntypedIntegration']
    : Json extends readonly (infer Item)[]
      ? Validated<Item>[]
      : Json extends object
        ? { [Key in keyof Json]: Validated<Json[Key]> }
        : Json

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Json } }
}
  ? Validated<Json>
  : undefined

type Answer<Status, Response> = Response extends { content: { 'application/json': infer Json } }
  ? { status: Status; body: Validated<Json> } & WithHeaders<Response>
  : Response extends { content: { 'application/problem+json': { code: infer Code } } }
    ? { status: Status; problem: { code: Code; detail: string; errors?: Fault[] } } & WithHeaders<Response>
    : Response extends { content: infer Content }
      ? { status: Status; stream: AnswerStream<keyof Content & string> } & WithHeaders<Response>
      : { status: Status } & WithHeaders<Response>

type WithHeaders<Response> = Response extends { headers: infer Headers }
  ? keyof OwnHeaders<Headers> extends never
    ? unknown
    : { headers: OwnHeaders<Headers> }
  : unknown

/** The headers that an operation decides; the others are the pipeline's. */
type OwnHeaders<Headers> = {
  [
    Name in keyof Headers as string extends Name
      ? never
      : Name extends 'X-Request-Id' | 'Idempotency-Replayed' | 'Retry-After' | 'WWW-Authenticate'
        ? never
        : Name
  ]: Headers[Name]
}
