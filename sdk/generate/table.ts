import type { SdkOperation } from './operations.ts'

/** What the runtime knows of each method, in the shape of the resources. */
export function writeTable(operations: readonly SdkOperation[]): string {
  return [
    '/** Each method: HTTP method, path inside the instance, failure message, what it takes and gives. */',
    `export const table = ${writeGroup(operations, 0)} satisfies Table`,
    "/** `body`: takes one; `key`: sends an Idempotency-Key. The rest says what comes back; without it, JSON or nothing. */\nexport type Trait = 'body' | 'query' | 'key' | 'list' | 'file'",
    'export type Entry = readonly [method: string, path: string, failure: string, ...traits: Trait[]]',
    'export interface Table {\n  readonly [name: string]: Entry | Table\n}',
  ].join('\n\n')
}

function writeGroup(operations: readonly SdkOperation[], depth: number): string {
  const indent = '  '.repeat(depth + 1)
  const members = [...Map.groupBy(operations, ({ names }) => names[depth] ?? '')].map(([name, group]) => {
    const [first] = group
    const isMethod = first && first.names.length === depth + 1
    return `${indent}${name}: ${isMethod ? writeEntry(first) : writeGroup(group, depth + 1)},`
  })
  return `{\n${members.join('\n')}\n${'  '.repeat(depth)}}`
}

function writeEntry({ method, path, failure, ...operation }: SdkOperation): string {
  const traits = [
    ...(operation.body ? ['body'] : []),
    ...(operation.queryParameters.length > 0 ? ['query'] : []),
    ...(operation.takesIdempotencyKey ? ['key'] : []),
    ...(operation.answer.kind === 'list' || operation.answer.kind === 'file' ? [operation.answer.kind] : []),
  ]
  return `[${[method, path, failure, ...traits].map((part) => `'${part.replaceAll("'", "\\'")}'`).join(', ')}]`
}
