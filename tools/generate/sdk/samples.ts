import type { SdkOperation } from './operations.ts'

/** Explains the `client` and the `acme` of the samples. */
export const sampleSetup = `import { createClient } from '@instance-admin/sdk'

const client = createClient({ baseUrl: 'https://admin.example.com', token })
const acme = client.instance('acme')`

/** A TypeScript sample for every operation, by the operation's id. */
export function writeSamples(operations: readonly SdkOperation[]): Map<string, string> {
  return new Map(operations.map((operation) => [operation.id, writeSample(operation, operations)]))
}

/** All samples as a module, which the compiler checks and a test runs. */
export function writeSamplesModule(operations: readonly SdkOperation[]): string {
  const samples = writeSamples(operations)
  const members = operations.map(({ id, isOfInstance }) => {
    const given = isOfInstance ? 'acme: Resources' : 'client: Client'
    return `  async ${id}(${given}) {\n${samples.get(id)?.replaceAll(/^/gm, '    ')}\n  },`
  })
  return [
    `import type { Client, Resources } from '../../sdk/src/index.ts'`,
    `export const samples = {\n${members.join('\n')}\n}`,
  ].join('\n\n')
}

/** One call with arguments from the contract's examples. An update that takes a version first reads the version. */
function writeSample(operation: SdkOperation, operations: readonly SdkOperation[]): string {
  const { answer, takesIfMatch, body } = operation
  const name = resultName(answer)
  const read = operations.find(({ path, method }) => method === 'GET' && path === operation.path)
  if (takesIfMatch && body && read?.answer.kind === 'data')
    return [
      `const { version } = await ${writeCall(read)}.withResponse()`,
      `const ${name} = await ${writeCall(operation, ['{ ifMatch: version }'])}`,
    ].join('\n')
  const call = writeCall(operation)
  if (answer.kind === 'list' || answer.kind === 'events')
    return `for await (const ${name} of ${call}) {\n  console.log(${name})\n}`
  return answer.kind === 'nothing' ? `await ${call}` : `const ${name} = await ${call}`
}

function writeCall(operation: SdkOperation, more: readonly string[] = []): string {
  const { isOfInstance, names, pathParameters, queryParameters, body } = operation
  const ids = pathParameters.map(({ example }) => literal(example))
  const filter = queryParameters.find(({ example }) => example !== undefined && example !== null)
  const query = filter ? [literal({ [filter.name]: filter.example })] : []
  const content = body ? [literal(body.example)] : []
  return `${isOfInstance ? 'acme' : 'client'}.${names.join('.')}(${[...ids, ...content, ...query, ...more].join(', ')})`
}

/** The variable for a result: `twuModel` for a `TwuModel`. */
function resultName(answer: SdkOperation['answer']): string {
  if (answer.kind === 'events') return 'event'
  if (answer.kind === 'nothing' || answer.kind === 'file') return 'file'
  const type = answer.kind === 'list' ? answer.item : answer.type
  return type.charAt(0).toLowerCase() + type.slice(1)
}

const lineWidth = 80

/** Writes the value as TypeScript: on one line where it fits, else one line per member. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (value === null || typeof value !== 'object') return String(value)
  const inner = `${indent}  `
  const isArray = Array.isArray(value)
  const members = Object.entries(value).map(([key, member]) => {
    const text = literal(member, inner)
    return isArray ? text : `${/^[A-Za-z_]\w*$/.test(key) ? key : literal(key)}: ${text}`
  })
  const [open, close, space] = isArray ? ['[', ']', ''] : ['{', '}', ' ']
  if (members.length === 0) return open + close
  const line = open + space + members.join(', ') + space + close
  if (!line.includes('\n') && indent.length + line.length <= lineWidth) return line
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`
}
