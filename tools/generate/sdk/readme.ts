import { readFileSync } from 'node:fs'
import { callerRoles } from '../../../contract/rules/roles.ts'
import { writeTable } from '../markdown-table.ts'
import type { SdkOperation } from './operations.ts'
import { takesQuery } from './types.ts'

const begin = '<!-- methods: generated from the contract by npm run generate -->\n'
const end = '<!-- /methods -->\n'

/** The README of the SDK, with a new table of all methods between the markers. */
export function writeReadme(operations: readonly SdkOperation[]): string {
  const readme = readFileSync(new URL('../../../sdk/README.md', import.meta.url), 'utf8')
  const [before = '', rest] = readme.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`sdk/README.md has lost "${begin.trim()}" or "${end.trim()}".`)
  return `${before}${begin}\n${writeMethods(operations)}\n\n${end}${after}`
}

function writeMethods(operations: readonly SdkOperation[]): string {
  const rows = operations.map((operation) => [
    `\`${writeCall(operation)}\``,
    operation.summary,
    writeAnswer(operation.answer),
    writeRoles(operation),
  ])
  return writeTable([['Method', 'What it does', 'Gives', 'Open to'], ...rows])
}

function writeRoles({ roles, needsRole }: SdkOperation): string {
  if (!needsRole) return 'every caller'
  return callerRoles.every((role) => roles.includes(role)) ? 'every role' : roles.join(', ')
}

function writeCall(operation: SdkOperation): string {
  const { isOfInstance, names, pathParameters, body, answer } = operation
  const ids = pathParameters.map(({ name }) => name)
  const rest = [
    ...(body ? ['body'] : []),
    ...(takesQuery(operation) ? ['query?'] : []),
    ...(answer.kind === 'events' ? ['options?'] : []),
  ]
  return `${isOfInstance ? '' : 'client.'}${names.join('.')}(${[...ids, ...rest].join(', ')})`
}

function writeAnswer(answer: SdkOperation['answer']): string {
  if (answer.kind === 'list') return `pages of \`${answer.item}\``
  if (answer.kind === 'data') return `\`${answer.type}\`${answer.hasVersion ? ', with a version' : ''}`
  if (answer.kind === 'events') return 'every `WatchEvent`'
  return answer.kind === 'file' ? 'a stream of bytes' : 'nothing'
}
