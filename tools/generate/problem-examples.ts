import { asArray, asObject, asString, isObject, mapValues, type JsonObject } from '../../contract/json.ts'
import { readCodes } from './sdk/operations.ts'

/**
 * The contract in which every answer that is a problem has an example of each of its codes, under the name of the code: a
 * mock answers `Prefer: code=409, example=email_taken` with that problem. The answers refer to `components/examples`.
 */
export function nameProblemExamples(document: JsonObject): JsonObject {
  const components = asObject(document['components'])
  const problems = readProblems(document)
  const all = Object.values(problems).flat()
  return {
    ...document,
    paths: withExamples(document['paths'], problems),
    components: {
      ...components,
      examples: {
        ...asObject(components['examples']),
        ...Object.fromEntries(all.map(({ name, value }) => [name, { value }])),
      },
      responses: withExamples(components['responses'], problems),
    },
  }
}

/** An example of each code of every problem, by the names of the problems' schemas. */
export function readProblems(document: JsonObject): Record<string, ProblemExample[]> {
  const schemas = Object.entries(asObject(asObject(document['components'])['schemas']))
    .map(([name, schema]) => [name, asObject(schema)] as const)
    .filter(([name, { allOf }]) => name.endsWith('Problem') && allOf !== undefined)
  const written = schemas.flatMap(([name, schema]) => readExamples(name, schema))
  return Object.fromEntries(
    schemas.map(([name, schema]) => {
      const own = readExamples(name, schema)
      return [name, readCodes(schema).map((code) => exampleOf(code, name, [...own, ...written]))]
    }),
  )
}

function readExamples(problem: string, schema: JsonObject): ProblemExample[] {
  return asArray(schema['examples']).map((example) => {
    const value = asObject(example)
    const code = asString(value['code'])
    return { name: `${problem}.${code}`, code, value }
  })
}

/** The first example of a code. A problem without an example of its own has that of another problem. */
function exampleOf(code: string, problem: string, examples: readonly ProblemExample[]): ProblemExample {
  const example = examples.find((example) => example.code === code)
  if (!example) throw new Error(`No problem has an example of ${code}: give ${problem} one.`)
  return example
}

/** A copy of the node in which every problem, however deep, refers to its examples. */
function withExamples(node: unknown, problems: Record<string, ProblemExample[]>): unknown {
  if (Array.isArray(node)) return node.map((item) => withExamples(item, problems))
  if (!isObject(node)) return node
  return mapValues(node, (value, key) =>
    key === 'application/problem+json'
      ? { ...asObject(value), examples: referTo(problems, asObject(asObject(value)['schema'])) }
      : withExamples(value, problems),
  )
}

function referTo(problems: Record<string, ProblemExample[]>, { $ref }: JsonObject): JsonObject {
  const examples = problems[asString($ref).replace('#/components/schemas/', '')] ?? []
  return Object.fromEntries(examples.map(({ code, name }) => [code, { $ref: `#/components/examples/${name}` }]))
}

export interface ProblemExample {
  /** In `components/examples`. */
  name: string
  code: string
  value: JsonObject
}
