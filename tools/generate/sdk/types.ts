import type { SdkOperation } from './operations.ts'
import { writeSamples } from './samples.ts'

/** The named types of every operation, and one interface for each resource. */
export function writeTypes(operations: readonly SdkOperation[]): string {
  const samples = writeSamples(operations)
  const ofService = operations.filter(({ isOfInstance }) => !isOfInstance)
  const ofInstance = operations.filter(({ isOfInstance }) => isOfInstance)
  return [
    writeImports(operations),
    ...operations.flatMap(writeVariants),
    ...operations.filter(takesQuery).map(writeQuery),
    ...operations.map(writeErrorCodes),
    writeErrorCodeMap(operations),
    ...writeResource('ServiceResources', ofService, 0, 'What the service has outside of its instances.', samples),
    ...writeResource('Resources', ofInstance, 0, 'What an instance has.', samples),
  ].join('\n\n')
}

function writeImports(operations: readonly SdkOperation[]): string {
  const named = operations.flatMap(({ pathParameters, queryParameters, body, answer }) => [
    ...pathParameters.map(({ type }) => type),
    ...queryParameters.map(({ type }) => type),
    body?.type ?? '',
    answer.kind === 'list' ? answer.item : answer.kind === 'data' ? answer.type : '',
    ...(answer.kind === 'list' && answer.variants ? answer.variants.types.map(([, type]) => type) : []),
  ])
  const types = [...new Set(named)].filter((type) => /^[A-Z]\w*$/.test(type)).sort()
  return [
    writeImport(types, '../../spec/gen/openapi.gen.ts'),
    writeImport(callTypes, './calls.ts'),
    writeImport(['WatchEvent', 'WatchOptions'], './watch.ts'),
    `export type {\n  ${types.join(',\n  ')},\n}`,
  ].join('\n')
}

export function writeImport(types: readonly string[], file: string): string {
  return `import type {\n  ${types.join(',\n  ')},\n} from '${file}'`
}

const callTypes = [
  'Call',
  'CallOptions',
  'ChangeOptions',
  'CursorInfo',
  'FileCall',
  'ListCall',
  'PostOptions',
  'TransitionOptions',
  'VersionedCall',
]

function writeVariants({ answer }: SdkOperation): string[] {
  if (answer.kind !== 'list' || !answer.variants) return []
  const fields = answer.variants.types.map(([value, type]) => `  ${value}: ${type}`)
  return [
    `/** Each ${answer.item}, by its \`${answer.variants.property}\`. */\nexport interface ${variantsName(answer)} {\n${fields.join('\n')}\n}`,
  ]
}

function variantsName(answer: Extract<SdkOperation['answer'], { variants: unknown }>): string {
  return `${answer.kind === 'list' ? answer.item : answer.type}By${capital(answer.variants?.property ?? '')}`
}

function writeQuery({ id, summary, queryParameters, answer }: SdkOperation): string {
  const fields = queryParameters.map(({ name, type, isList, description }) => {
    const isVariant = answer.kind === 'list' && answer.variants?.property === name
    const own = isVariant ? `keyof ${variantsName(answer)}` : isList ? `${type} | readonly ${type}[]` : type
    return [doc([description], '  '), `  ${name}?: ${own} | undefined`].join('\n')
  })
  return `${doc([`What to ask for: ${summary}.`])}\nexport interface ${capital(id)}Query {\n${fields.join('\n')}\n}`
}

function writeErrorCodes({ id, names, errorCodes }: SdkOperation): string {
  const codes = ['unexpected_answer', ...errorCodes].map((code) => `  | '${code}'`)
  return `${doc([`Every \`code\` of an ApiError of \`${names.join('.')}\`.`])}\nexport type ${capital(id)}ErrorCode =\n${codes.join('\n')}`
}

function writeErrorCodeMap(operations: readonly SdkOperation[]): string {
  const fields = operations.map(({ id, names }) => `  '${names.join('.')}': ${capital(id)}ErrorCode`)
  return `/** The codes of each operation's errors, by its name. */\nexport interface ErrorCodes {\n${fields.join('\n')}\n}`
}

function writeResource(
  name: string,
  operations: readonly SdkOperation[],
  depth: number,
  description: string,
  samples: ReadonlyMap<string, string>,
): string[] {
  const groups = Map.groupBy(operations, ({ names }) => names[depth] ?? '')
  const nested: string[] = []
  const members = [...groups].map(([member, group]) => {
    const [first] = group
    if (first && first.names.length === depth + 1) return writeMethod(member, first, samples)
    const type = depth === 0 ? capital(member) : `${name}${capital(member)}`
    nested.push(...writeResource(type, group, depth + 1, `The methods of \`${member}\`.`, samples))
    return `  readonly ${member}: ${type}`
  })
  return [`/** ${description} */\nexport interface ${name} {\n${members.join('\n')}\n}`, ...nested]
}

function writeMethod(name: string, operation: SdkOperation, samples: ReadonlyMap<string, string>): string {
  const { id, summary, description, isDeprecated, pathParameters, body } = operation
  const ids = pathParameters.map((parameter) => `${parameter.name}: ${parameter.type}`)
  const query = takesQuery(operation) ? [`query?: ${capital(id)}Query`] : []
  const content = body ? [`body: ${body.type}`] : []
  const options = `options?: ${optionsType(operation)}`
  const deprecation = isDeprecated ? ['@deprecated The service will do without it.'] : []
  const sample = samples.get(id) ?? ''
  return [
    ...writeNarrowed(name, operation, ids, options),
    doc([`${summary}. ${description}`, ...deprecation, '@example', sample], '  '),
    `  ${name}(${[...ids, ...content, ...query, options].join(', ')}): ${callType(operation.answer)}`,
  ].join('\n')
}

/**
 * An overload for a list that is filtered by type, or a body that has one: what it gives has that type. A lookup in a map of
 * types compiles fast.
 */
function writeNarrowed(
  name: string,
  { id, summary, answer, body }: SdkOperation,
  ids: readonly string[],
  options: string,
): string[] {
  if (!('variants' in answer) || !answer.variants) return []
  const { property } = answer.variants
  const map = variantsName(answer)
  const chosen = answer.kind === 'list' ? `query: ${capital(id)}Query` : `body: ${body?.type}`
  const given = [...ids, `${chosen} & { ${property}: Type }`, options].join(', ')
  const about = answer.kind === 'list' ? `all of one \`${property}\`: typed as that` : `typed by its \`${property}\``
  return [
    `  /** ${summary}, ${about}. */`,
    `  ${name}<Type extends keyof ${map}>(${given}): ${callType(answer, `${map}[Type]`)}`,
  ]
}

/** The query of a stream of events is its options. */
export function takesQuery({ answer, queryParameters }: SdkOperation): boolean {
  return answer.kind !== 'events' && queryParameters.length > 0
}

export function optionsType({ answer, takesIfMatch, takesIdempotencyKey }: SdkOperation): string {
  if (answer.kind === 'events') return 'WatchOptions'
  if (takesIfMatch && takesIdempotencyKey) return 'TransitionOptions'
  if (takesIfMatch) return 'ChangeOptions'
  return takesIdempotencyKey ? 'PostOptions' : 'CallOptions'
}

function callType(answer: SdkOperation['answer'], narrowed?: string): string {
  if (answer.kind === 'list') return `ListCall<${narrowed ?? answer.item}${answer.isNumbered ? '' : ', CursorInfo'}>`
  if (answer.kind === 'data') return `${answer.hasVersion ? 'VersionedCall' : 'Call'}<${narrowed ?? answer.type}>`
  if (answer.kind === 'events') return 'AsyncGenerator<WatchEvent, void>'
  return answer.kind === 'file' ? 'FileCall' : 'Call<undefined>'
}

export function doc(paragraphs: readonly string[], indent = ''): string {
  const lines = paragraphs.join('\n').replaceAll('*/', '*\\/').split('\n')
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n')
}

export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
