import { readTitles } from '../../contract/document.ts'
import { asObject, asString, isObject, mapValues, type JsonObject } from '../../contract/json.ts'
import { writeProblem } from '../../contract/rules/problems.ts'
import { sampleOf } from './problem-samples.ts'
import { readCodes } from './sdk/operations.ts'

/**
 * The contract in which every answer that is a problem has an example of each of its codes, under the name of the code: a
 * mock answers `Prefer: code=409, example=email_taken` with that problem. The answers refer to `components/examples`. The
 * sentences are those of the service, since its own functions write them.
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
  const titles = readTitles(document)
  const problems = Object.entries(asObject(asObject(document['components'])['schemas']))
    .map(([name, schema]) => [name, asObject(schema)] as const)
    .filter(([name, { allOf }]) => name.endsWith('Problem') && allOf !== undefined)
  return Object.fromEntries(
    problems.map(([name, schema]) => [name, readCodes(schema).map((code) => writeExample(titles, name, code))]),
  )
}

function writeExample(titles: ReadonlyMap<string, string>, problem: string, code: string): ProblemExample {
  const { path, answer } = sampleOf(problem, code)
  const value = writeProblem(answer, { title: titles.get(code), path, requestId })
  return { name: `${problem}.${code}`, code, value }
}

const requestId = '0193a7c2-9a10-7b6e-8a54-3f6cf04a7d2e'

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
  value: ReturnType<typeof writeProblem>
}
