import type { SdkOperation } from './operations.ts'
import { literal } from './samples.ts'
import { capital, doc, optionsType, writeImport } from './types.ts'

/** The types of the React Query entry point: flat interfaces with names, and the contract's texts. */
export function writeQueries(operations: readonly SdkOperation[]): string {
  const cached = operations.filter(isCached)
  const ofService = cached.filter(({ isOfInstance }) => !isOfInstance)
  const ofInstance = cached.filter(({ isOfInstance }) => isOfInstance)
  const about = 'Options of TanStack Query for what'
  return [
    writeImports(cached),
    ...cached.filter(isWrite).map(writeVariables),
    ...writeGroup('ServiceQueries', ofService, 0, `${about} the service has outside of its instances.`, cached),
    ...writeGroup('Queries', ofInstance, 0, `${about} an instance has.`, cached),
  ].join('\n\n')
}

/** The samples of the doc comments as a module that the compiler checks, with the types of this door. */
export function writeQuerySamplesModule(operations: readonly SdkOperation[], door: string): string {
  const cached = operations.filter(isCached)
  const functions = cached
    .flatMap((operation) => membersOf(operation, cached))
    .map(({ sample }, index) => `  use${index}() {\n${sample.replaceAll(/^/gm, '    ')}\n  },`)
  return [
    `import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'\nimport type { Queries, ServiceQueries } from '${door}'`,
    `export const querySamples = (queries: Queries, serviceQueries: ServiceQueries) => ({\n${functions.join('\n')}\n})`,
  ].join('\n\n')
}

function writeImports(operations: readonly SdkOperation[]): string {
  const code = operations.flatMap((operation) => [
    ...membersOf(operation, operations).flatMap(({ parameters, type }) => [parameters, type]),
    isWrite(operation) ? writeVariables(operation) : '',
  ])
  const others = new Set([...callTypes, ...ownTypes, ...operations.map(variablesName), 'What'])
  const used = [...new Set(code.join(' ').match(/\b[A-Z]\w*/g))].filter((type) => !others.has(type))
  return [
    writeImport(callTypes, '../calls.ts'),
    writeImport(used.sort(), '../operations.gen.ts'),
    writeImport(ownTypes, './options.ts'),
  ].join('\n')
}

const callTypes = ['CallOptions', 'ChangeOptions', 'CursorInfo', 'PostOptions', 'TransitionOptions']

const ownTypes = ['FromStart', 'InfiniteReadOptions', 'PageData', 'ReadOptions', 'Versioned', 'WriteOptions']

function writeVariables(operation: SdkOperation): string {
  const { id, names, pathParameters, queryParameters, body } = operation
  const fields = [
    ...pathParameters.map(({ name, type }) => `  ${name}: ${type}`),
    ...(body ? [`  body: ${body.type}`] : []),
    ...(queryParameters.length > 0 ? [`  query?: ${capital(id)}Query`] : []),
  ]
  return [
    `/** What \`mutate\` of \`${names.join('.')}\` takes. */`,
    `export interface ${variablesName(operation)} extends ${optionsType(operation)} {\n${fields.join('\n')}\n}`,
  ].join('\n')
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
  return [doc([description, '@example', sample], '  '), `  ${name.split('.').at(-1)}(${parameters}): ${type}`].join(
    '\n',
  )
}

/** The functions for one operation: one for each form of its data (plain, infinite, versioned). */
function membersOf(operation: SdkOperation, operations: readonly SdkOperation[]): Member[] {
  return isWrite(operation) ? readWrites(operation, operations) : readViews(operation, operations)
}

function readWrites(operation: SdkOperation, operations: readonly SdkOperation[]): Member[] {
  const { id, names, summary, description, pathParameters, body } = operation
  const name = names.join('.')
  const data = dataType(operation)
  const variables = {
    ...Object.fromEntries(pathParameters.map((parameter) => [parameter.name, parameter.example])),
    ...(body && { body: body.example }),
  }
  const typeFor = (result: string) => `WriteOptions<${variablesName(operation)}, ${result}, ${capital(id)}ErrorCode>`
  const plain = {
    name,
    parameters: '',
    type: typeFor(data),
    description: `${summary}. ${description}`,
    sample: `const { mutate } = useMutation(queries.${name}())\nmutate(${literal(variables)})`,
  }
  const versioned = {
    ...plain,
    name: `${name}WithVersion`,
    type: typeFor(`Versioned<${data}>`),
    description: `${summary}, and get the version that the next change sends as \`ifMatch\`: to undo, or to go on.`,
    sample: `const { mutate, data } = useMutation(queries.${name}WithVersion())\nmutate(${literal(variables)})`,
  }
  return isVersioned(operation, operations) ? [plain, versioned] : [plain]
}

function readViews(operation: SdkOperation, operations: readonly SdkOperation[]): Member[] {
  const { id, isOfInstance, names, summary, description, pathParameters, queryParameters, answer } = operation
  const name = names.join('.')
  const queries = isOfInstance ? 'queries' : 'serviceQueries'
  const code = `${capital(id)}ErrorCode`
  const data = dataType(operation)
  const given = sampleArguments(operation)
  const ids = pathParameters.map((parameter) => `${parameter.name}: ${parameter.type}`)
  const parameters = (query: string) => [...ids, ...(queryParameters.length > 0 ? [`query?: ${query}`] : [])].join(', ')
  const plain = {
    name,
    parameters: parameters(`${capital(id)}Query`),
    type: `ReadOptions<${data}, ${code}>`,
    description: `${summary}. ${description}`,
    sample: `const { data, error } = useQuery(${queries}.${name}(${given}))`,
  }
  const infinite = {
    name: `${name}Infinite`,
    parameters: parameters(`FromStart<${capital(id)}Query>`),
    type: `InfiniteReadOptions<${data}, ${code}>`,
    description: `${summary}, page after page.`,
    sample: `const { data, fetchNextPage } = useInfiniteQuery(${queries}.${name}Infinite(${given}))`,
  }
  const versioned = {
    ...plain,
    name: `${name}WithVersion`,
    type: `ReadOptions<Versioned<${data}>, ${code}>`,
    description: `${summary}, with the version that a change sends as \`ifMatch\`: for forms.`,
    sample: `const { data, error } = useQuery(${queries}.${name}WithVersion(${given}))`,
  }
  if (answer.kind === 'list') return [plain, infinite]
  return isVersioned(operation, operations) ? [plain, versioned] : [plain]
}

/**
 * Whether a change takes the version of what the operation gives: that of data which is read where `If-Match` is taken. No
 * change takes the version of a TWU model, only those of its versions.
 */
function isVersioned({ answer }: SdkOperation, operations: readonly SdkOperation[]): boolean {
  if (answer.kind !== 'data' || !answer.hasVersion) return false
  const takesIfMatch = (path: string) => operations.some((other) => other.path === path && other.takesIfMatch)
  const reads = operations.filter((other) => !isWrite(other) && dataType(other) === answer.type)
  return reads.some(({ path }) => takesIfMatch(path))
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

/** False for a file to download and a stream, which are neither queries nor mutations. */
function isCached({ answer }: SdkOperation): boolean {
  return answer.kind !== 'file' && answer.kind !== 'events'
}

function isWrite({ method }: SdkOperation): boolean {
  return method !== 'GET'
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
