import type { SdkOperation } from './operations.ts'

const failurePrefix = 'Failed to '

/**
 * What the runtime knows of each method: text, since that is the least to download. A block for each resource: its name
 * and path, then a line for each method: rest of the path, HTTP method, traits, name, failure message.
 */
export function writeTable(operations: readonly SdkOperation[]): string {
  const resources = Map.groupBy(operations, ({ names }) => names.slice(0, -1).join('.'))
  const blocks = [...resources].map(([name, group]) => writeResource(name, group))
  return [
    `/**
 * A block for each resource: its name and path. A line for each of its methods: rest of the path, HTTP method, traits,
 * name, and what failed after "Failed to". Traits: takes a (b)ody or a (q)uery, answers with a (l)ist (that
 * is a bare (a)rray), a (f)ile or (n)othing.
 */`,
    `export const table = \`${blocks.join('\n\n')}\``,
  ].join('\n')
}

function writeResource(name: string, operations: readonly SdkOperation[]): string {
  const base = commonPath(operations.map(({ path }) => path))
  return [`${name},${base}`, ...operations.map((operation) => writeMethod(operation, base))].join('\n')
}

function commonPath([first = '', ...others]: readonly string[]): string {
  const segments = first.split('/')
  const isCommon = (length: number) => {
    const start = segments.slice(0, length).join('/')
    return others.every((path) => path === start || path.startsWith(`${start}/`))
  }
  const lengths = segments.map((_segment, index) => segments.length - index)
  return segments.slice(0, lengths.find(isCommon)).join('/')
}

function writeMethod(operation: SdkOperation, base: string): string {
  const { id, names, method, path, failure, body, queryParameters, takesIdempotencyKey, answer } = operation
  if (takesIdempotencyKey !== (method === 'POST'))
    throw new Error(`${id}: every POST takes a key, nothing else.`)
  if (!failure.startsWith(failurePrefix)) throw new Error(`The message of ${id} begins otherwise.`)
  const traits = [
    body && 'b',
    queryParameters.length > 0 && 'q',
    answer.kind === 'list' && 'l',
    answer.kind === 'list' && !answer.isNumbered && 'a',
    answer.kind === 'file' && 'f',
    answer.kind === 'nothing' && 'n',
  ]
  const parts = [
    path.slice(base.length),
    method.toLowerCase(),
    traits.filter(Boolean).join(''),
    names.at(-1),
    failure.slice(failurePrefix.length),
  ]
  const text = parts.join(',')
  if (!/^[^,`$\\\n]*(,[^,`$\\\n]*){4}$/.test(text)) throw new Error(`The table cannot hold ${text}.`)
  return text
}
