import { readFileSync } from 'node:fs'
import { parse, stringify } from 'yaml'
import { asArray, asObject, asString, type JsonObject, mapValues } from '../../contract/json.ts'
import { writeProblem } from '../../contract/rules/problems.ts'
import { sampleOf } from './problem-samples.ts'
import { rebase } from './rebase.ts'

/**
 * The answers that are problems, and their schemas, as the text of `gen/problems.gen.yaml`: those that `spec/problems.yaml`
 * lists, with what all of them have. A mock answers `Prefer: code=409, example=email_taken` with the example of this name.
 */
export function generateProblems(): string {
  const named = Object.entries(readProblems())
  const responses = named.map(([name, problem]) => [name, writeResponse(name, problem)] as const)
  const schemas = named.map(([name, problem]) => [`${name}Problem`, writeSchema(problem)] as const)
  const document = { responses: Object.fromEntries(responses), schemas: Object.fromEntries(schemas) }
  return header + stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })
}

/** What `spec/problems.yaml` lists, by name. */
export function readProblems(): Record<string, WrittenProblem> {
  return mapValues(written['problems'], (problem) => {
    const { description, headers = {}, codes, ...marks } = asObject(problem)
    return { description, headers: asObject(headers), codes: asArray(codes).map(asString), marks }
  })
}

function writeResponse(name: string, { description, headers, codes, marks }: WrittenProblem): JsonObject {
  const examples = codes.map((code) => [code, { value: exampleOf(name, code) }] as const)
  return {
    description,
    headers: {
      ...asObject(rebase(headers, 'problems.yaml')),
      'X-Request-Id': { $ref: '../shared.yaml#/headers/RequestId' },
    },
    content: {
      'application/problem+json': {
        schema: { $ref: `#/schemas/${name}Problem` },
        examples: Object.fromEntries(examples),
      },
    },
    ...marks,
  }
}

/** The base closes the object, and the second half only narrows `code` (E-02). */
function writeSchema({ description, codes, marks }: WrittenProblem): JsonObject {
  const narrowed = { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: codes } } }
  return { description, allOf: [{ $ref: '../problems.yaml#/schemas/Problem' }, narrowed], ...marks }
}

/** The problem as the service would write it, since its own functions do. */
export function exampleOf(problem: string, code: string) {
  const { path, answer } = sampleOf(problem, code)
  const title = asString(asObject(titles)[code])
  return writeProblem(answer, { title, path, requestId: '0193a7c2-9a10-7b6e-8a54-3f6cf04a7d2e' })
}

const written = asObject(parse(readFileSync(new URL('../../spec/problems.yaml', import.meta.url), 'utf8')))
const titles = asObject(asObject(written['schemas'])['ProblemCode'])['x-enumDescriptions']

const header = '# Generated from ../problems.yaml by "npm run generate". Never edited.\n'

interface WrittenProblem {
  description: unknown
  /** Those that not every problem has. */
  headers: JsonObject
  codes: string[]
  /** The origin. */
  marks: JsonObject
}
