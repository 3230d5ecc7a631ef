import type { Parameter, SdkOperation } from './operations.ts'

/** The named types of every operation, and an interface for each resource. */
export function writeTypes(operations: readonly SdkOperation[]): string {
  return [
    writeImports(operations),
    ...operations.filter(({ queryParameters }) => queryParameters.length > 0).map(writeQuery),
    ...operations.map(writeErrorCodes),
    writeErrorCodeMap(operations),
    ...writeResource('Resources', operations, 0, 'What an instance has.'),
  ].join('\n\n')
}

function writeImports(operations: readonly SdkOperation[]): string {
  const named = operations.flatMap(({ pathParameters, queryParameters, body, answer }) => [
    ...pathParameters.map(({ type }) => type),
    ...queryParameters.map(({ type }) => type),
    body?.type ?? '',
    answer.kind === 'list' ? answer.item : answer.kind === 'data' ? answer.type : '',
  ])
  const types = [...new Set(named)].filter((type) => /^[A-Z]\w*$/.test(type)).sort()
  return [
    `import type {\n  ${types.join(',\n  ')},\n} from '../../spec/openapi.gen.ts'`,
    `import type {\n  ${callTypes.join(',\n  ')},\n} from './calls.ts'`,
    `export type {\n  ${types.join(',\n  ')},\n}`,
  ].join('\n')
}

const callTypes = [
  'Call',
  'CallOptions',
  'ChangeOptions',
  'CursorInfo',
  'ListCall',
  'PostOptions',
  'VersionedCall',
]

function writeQuery({ id, summary, queryParameters }: SdkOperation): string {
  const fields = queryParameters.map(({ name, type, description }) =>
    [doc([description], '  '), `  ${name}?: ${type} | undefined`].join('\n'),
  )
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
): string[] {
  const groups = Map.groupBy(operations, ({ names }) => names[depth] ?? '')
  const nested: string[] = []
  const members = [...groups].map(([member, group]) => {
    const [first] = group
    if (first && first.names.length === depth + 1) return writeMethod(member, first)
    const type = depth === 0 ? capital(member) : `${name}${capital(member)}`
    nested.push(...writeResource(type, group, depth + 1, `The methods of \`${member}\`.`))
    return `  readonly ${member}: ${type}`
  })
  return [`/** ${description} */\nexport interface ${name} {\n${members.join('\n')}\n}`, ...nested]
}

function writeMethod(name: string, operation: SdkOperation): string {
  const { summary, description, pathParameters, queryParameters, body, id } = operation
  const ids = pathParameters.map((parameter) => `${parameter.name}: ${parameter.type}`)
  const query = queryParameters.length > 0 ? [`query?: ${capital(id)}Query`] : []
  const content = body ? [`body: ${body.type}`] : []
  const signature = [...ids, ...content, ...query, `options?: ${optionsType(operation)}`].join(', ')
  return [
    doc([`${summary}. ${description}`, '@example', exampleOf(operation)], '  '),
    `  ${name}(${signature}): ${callType(operation)}`,
  ].join('\n')
}

function optionsType({ takesIfMatch, takesIdempotencyKey }: SdkOperation): string {
  if (takesIfMatch) return 'ChangeOptions'
  return takesIdempotencyKey ? 'PostOptions' : 'CallOptions'
}

function callType({ answer }: SdkOperation): string {
  if (answer.kind === 'list')
    return answer.isNumbered ? `ListCall<${answer.item}>` : `ListCall<${answer.item}, CursorInfo>`
  if (answer.kind === 'data') return `${answer.hasVersion ? 'VersionedCall' : 'Call'}<${answer.type}>`
  return answer.kind === 'file' ? 'Call<ReadableStream<Uint8Array>>' : 'Call<undefined>'
}

function exampleOf({ names, pathParameters, queryParameters, body, answer }: SdkOperation): string {
  const method = names.join('.')
  const ids = pathParameters.map(({ example }) => literal(example))
  const filter = queryParameters.find(({ example }) => example !== undefined)
  const query = filter ? [queryExample(filter)] : []
  const call = `acme.${method}(${[...ids, ...(body ? [literal(body.example)] : []), ...query].join(', ')})`
  if (answer.kind === 'list') return `for await (const item of ${call}) show(item)`
  return answer.kind === 'nothing' ? `await ${call}` : `const answer = await ${call}`
}

function queryExample({ name, example }: Parameter): string {
  return `{ ${name}: ${literal(example)} }`
}

function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/"([A-Za-z_]\w*)":/g, '$1:')
    .replaceAll('*/', '*\\/')
}

function doc(paragraphs: readonly string[], indent = ''): string {
  const lines = paragraphs.join('\n').replaceAll('*/', '*\\/').split('\n')
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n')
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
