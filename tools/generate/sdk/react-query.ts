import type { SdkOperation } from './operations.ts'
import { literal } from './samples.ts'
import { capital, doc } from './types.ts'

/** The types of the React Query door: flat, named, and with the contract's words. */
export function writeQueries(operations: readonly SdkOperation[]): string {
  const cached = operations.filter(isCached)
  return [
    writeImports(cached),
    ...cached.filter(isWrite).map(writeVariables),
    ...writeGroup('Queries', cached, 0, 'Options of TanStack Query for what an instance has.', cached),
  ].join('\n\n')
}

/** The samples of the doc comments as a module, so that the compiler checks them. */
export function writeQuerySamplesModule(operations: readonly SdkOperation[]): string {
  const cached = operations.filter(isCached)
  const functions = cached
    .flatMap((operation) => membersOf(operation, cached))
    .map(({ sample }, index) => `  use${index}() {\n${sample.replaceAll(/^/gm, '    ')}\n  },`)
  return [
    "import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'\nimport type { Queries } from '../../sdk/src/react-query/index.ts'",
    `export const querySamples = (queries: Queries) => ({\n${functions.join('\n')}\n})`,
  ].join('\n\n')
}

function writeImports(operations: readonly SdkOperation[]): string {
  const code = operations.flatMap((operation) => [
    ...membersOf(operation, operations).flatMap(({ parameters, type }) => [parameters, type]),
    isWrite(operation) ? variablesOf(operation) : '',
  ])
  const used = [...new Set(code.join(' ').match(/\b[A-Z]\w*/g))].sort()
  const own = used.filter((type) => ownTypes.has(type))
  const calls = used.filter((type) => callTypes.has(type))
  const variables = operations.map(variablesName)
  const rest = used.filter((type) => ![...own, ...calls, ...variables].includes(type))
  return [
    writeImport(calls, '../calls.ts'),
    writeImport(rest, '../operations.gen.ts'),
    writeImport(own, './options.ts'),
  ].join('\n')
}

const callTypes = new Set(['CallOptions', 'ChangeOptions', 'CursorInfo', 'PostOptions'])

const ownTypes = new Set([
  'FromStart',
  'InfiniteReadOptions',
  'PageData',
  'ReadOptions',
  'Versioned',
  'WriteOptions',
])

function writeImport(types: readonly string[], file: string): string {
  return `import type {\n  ${types.join(',\n  ')},\n} from '${file}'`
}

function writeVariables(operation: SdkOperation): string {
  return `/** What \`mutate\` of \`${operation.names.join('.')}\` takes. */\nexport interface ${variablesName(operation)} ${variablesOf(operation)}`
}

function variablesOf({ pathParameters, body, takesIfMatch, takesIdempotencyKey }: SdkOperation): string {
  const options = takesIfMatch ? 'ChangeOptions' : takesIdempotencyKey ? 'PostOptions' : 'CallOptions'
  const fields = [
    ...pathParameters.map(({ name, type }) => `  ${name}: ${type}`),
    ...(body ? [`  body: ${body.type}`] : []),
  ]
  return `extends ${options} {\n${fields.join('\n')}\n}`
}

function writeGroup(
  name: string,
  group: readonly SdkOperation[],
  depth: number,
  description: string,
  operations: readonly SdkOperation[],
): string[] {
  const inner: string[] = []
  const members = [...Map.groupBy(group, ({ names }) => names[depth] ?? '')].flatMap(([member, part]) => {
    const [first] = part
    if (first && first.names.length === depth + 1) return membersOf(first, operations).map(writeMember)
    const type = `${depth === 0 ? '' : name.replace(/Queries$/, '')}${capital(member)}Queries`
    const about = `Options of TanStack Query for \`${member}\`.`
    inner.push(...writeGroup(type, part, depth + 1, about, operations))
    return [`  readonly ${member}: ${type}`]
  })
  const key = `${doc(['What all keys of this group begin with: the filter that invalidates or cancels all of it.'], '  ')}\n  readonly key: readonly unknown[]`
  return [`/** ${description} */\nexport interface ${name} {\n${[key, ...members].join('\n')}\n}`, ...inner]
}

function writeMember({ name, parameters, type, description, sample }: Member): string {
  return [
    doc([description, '@example', sample], '  '),
    `  ${name.split('.').at(-1)}(${parameters}): ${type}`,
  ].join('\n')
}

/** What an operation has in the door: a write one function, a read one for each way to look at it. */
function membersOf(operation: SdkOperation, operations: readonly SdkOperation[]): Member[] {
  const { id, names, summary, description } = operation
  const name = names.join('.')
  const about = `${summary}. ${description}`
  const code = `${capital(id)}ErrorCode`
  if (isWrite(operation)) return [writeMemberOf(operation, about, code)]
  const ids = operation.pathParameters.map((parameter) => `${parameter.name}: ${parameter.type}`)
  const query = operation.queryParameters.length > 0 ? `${capital(id)}Query` : null
  const parameters = [...ids, ...(query ? [`query?: ${query}`] : [])].join(', ')
  const data = dataType(operation)
  const given = sampleArguments(operation)
  const read = {
    name,
    parameters,
    type: `ReadOptions<${data}, ${code}>`,
    description: about,
    sample: `const { data, error } = useQuery(queries.${name}(${given}))`,
  }
  if (operation.answer.kind === 'list')
    return [
      read,
      {
        name: `${name}Infinite`,
        parameters: [...ids, ...(query ? [`query?: FromStart<${query}>`] : [])].join(', '),
        type: `InfiniteReadOptions<${data}, ${code}>`,
        description: `${summary}, page after page.`,
        sample: `const { data, fetchNextPage } = useInfiniteQuery(queries.${name}Infinite(${given}))`,
      },
    ]
  if (isVersioned(operation, operations))
    return [
      read,
      {
        name: `${name}WithVersion`,
        parameters,
        type: `ReadOptions<Versioned<${data}>, ${code}>`,
        description: `${summary}, with the version that a change sends as \`ifMatch\`: for forms.`,
        sample: `const { data, error } = useQuery(queries.${name}WithVersion(${given}))`,
      },
    ]
  return [read]
}

function writeMemberOf(operation: SdkOperation, description: string, code: string): Member {
  const name = operation.names.join('.')
  const variables = {
    ...Object.fromEntries(operation.pathParameters.map((parameter) => [parameter.name, parameter.example])),
    ...(operation.body && { body: operation.body.example }),
  }
  return {
    name,
    parameters: '',
    type: `WriteOptions<${variablesName(operation)}, ${dataType(operation)}, ${code}>`,
    description,
    sample: `const { mutate } = useMutation(queries.${name}())\nmutate(${literal(variables)})`,
  }
}

function dataType({ answer }: SdkOperation): string {
  if (answer.kind === 'list') return `PageData<${answer.item}${answer.isNumbered ? '' : ', CursorInfo'}>`
  return answer.kind === 'data' ? answer.type : 'undefined'
}

function sampleArguments({ pathParameters, queryParameters }: SdkOperation): string {
  const ids = pathParameters.map(({ example }) => literal(example))
  const filter = queryParameters.find(
    ({ name, example }) => !['page', 'size', 'cursor'].includes(name) && (example ?? null) !== null,
  )
  return [...ids, ...(filter ? [literal({ [filter.name]: filter.example })] : [])].join(', ')
}

function isVersioned({ path }: SdkOperation, operations: readonly SdkOperation[]): boolean {
  return operations.some((operation) => operation.path === path && operation.takesIfMatch)
}

/** A file to download is neither a query nor a mutation. */
function isCached({ answer }: SdkOperation): boolean {
  return answer.kind !== 'file'
}

function isRead({ method }: SdkOperation): boolean {
  return method === 'GET'
}

function isWrite(operation: SdkOperation): boolean {
  return !isRead(operation)
}

function variablesName({ id }: SdkOperation): string {
  return `${capital(id)}Variables`
}

interface Member {
  name: string
  parameters: string
  type: string
  description: string
  sample: string
}
