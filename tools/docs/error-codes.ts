import { STATUS_CODES } from 'node:http'
import { resolve } from '../../contract/document.ts'
import { asObject, asString, type JsonObject } from '../../contract/json.ts'
import { readCodes } from '../generate/sdk/operations.ts'
import { code, table } from './markdown.ts'
import { documentedOperations, linkTo, type DocumentedOperation } from './operations.ts'

/** Every code that a problem can have: its meaning, its statuses and the operations that answer with the code. */
export function describeErrorCodes(document: JsonObject): string {
  const operations = documentedOperations(document)
  const uses = findUses(document, operations)
  const { 'x-enumDescriptions': meanings } = resolve(document, { $ref: '#/components/schemas/ProblemCode' })
  const codes = Object.entries(asObject(meanings)).map(([name, meaning]) => ({
    name,
    meaning: asString(meaning),
    uses: uses.filter((use) => use.code === name),
  }))
  const ofOperations = codes.filter((problem) => problem.uses.length > 0)
  const ofNone = codes.filter((problem) => problem.uses.length === 0)
  const statuses = [...new Set(uses.map(({ status }) => status))].sort((a, b) => a - b)
  return [
    'Branch on `code`: its values are closed per operation and status, and each has one meaning.',
    ...statuses.map((status) =>
      [
        `## ${status} ${STATUS_CODES[status] ?? ''}`,
        table(
          ['Code', 'Meaning', 'Operations'],
          ofOperations
            .map((problem) => ({ ...problem, uses: problem.uses.filter((use) => use.status === status) }))
            .filter((problem) => problem.uses.length > 0)
            .map(({ name, meaning, uses }) => [code(name), meaning, nameOperations(uses, operations)]),
        ),
      ].join('\n\n'),
    ),
    '## Before any operation',
    'Answers to requests that reach no operation: nothing at the path, a method that the path does not take, or no HTTP.',
    table(
      ['Code', 'Meaning'],
      ofNone.map(({ name, meaning }) => [code(name), meaning]),
    ),
  ].join('\n\n')
}

function findUses(document: JsonObject, operations: readonly DocumentedOperation[]): Use[] {
  return operations.flatMap((operation) =>
    operation.responses.flatMap(([status, response]) => {
      const content = asObject(response['content'] ?? {})['application/problem+json']
      if (content === undefined) return []
      const problem = resolve(document, asObject(content)['schema'])
      return readCodes(problem).map((code) => ({ code, status, operation }))
    }),
  )
}

/** Lists the operations by name, or names the whole set when all operations of a kind use the code. */
function nameOperations(uses: readonly Use[], all: readonly DocumentedOperation[]): string {
  const ids = new Set(uses.map(({ operation }) => operation.id))
  const isThis = (matches: (operation: DocumentedOperation) => boolean) => {
    const found = all.filter(matches)
    return found.length === ids.size && found.every(({ id }) => ids.has(id))
  }
  const name = named.find(([, matches]) => isThis(matches))?.[0]
  return name ?? uses.map(({ operation }) => linkTo(operation)).join(', ')
}

const takes = (name: string) => (operation: DocumentedOperation) =>
  operation.parameters.some((parameter) => parameter['name'] === name)

const named: readonly [string, (operation: DocumentedOperation) => boolean][] = [
  ['every operation', () => true],
  ['every operation with a body', ({ source }) => source['requestBody'] !== undefined],
  ['every operation with `cursor`', takes('cursor')],
  ['every operation with `page`', takes('page')],
  ['every operation with `If-Match`', takes('If-Match')],
  ['every operation with `Idempotency-Key`', takes('Idempotency-Key')],
]

interface Use {
  code: string
  status: number
  operation: DocumentedOperation
}
