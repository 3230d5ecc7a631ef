import { readFileSync } from 'node:fs'
import type { SdkOperation } from './operations.ts'

const begin = '<!-- methods: generated from the contract by npm run generate -->\n'
const end = '<!-- /methods -->\n'

/** The README with the table of every method, between its markers, as the contract has them now. */
export function writeReadme(operations: readonly SdkOperation[]): string {
  const readme = readFileSync(new URL('../../../sdk/README.md', import.meta.url), 'utf8')
  const [before = '', rest] = readme.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`sdk/README.md has lost "${begin.trim()}" or "${end.trim()}".`)
  return `${before}${begin}\n${writeTable(operations)}\n\n${end}${after}`
}

function writeTable(operations: readonly SdkOperation[]): string {
  const rows = operations.map((operation) => [
    `\`${writeCall(operation)}\``,
    operation.summary,
    writeAnswer(operation.answer),
  ])
  const table = [['Method', 'What it does', 'Gives'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = table
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

function writeCall({ names, pathParameters, body, queryParameters }: SdkOperation): string {
  const ids = pathParameters.map(({ name }) => name)
  const rest = [...(body ? ['body'] : []), ...(queryParameters.length > 0 ? ['query?'] : [])]
  return `${names.join('.')}(${[...ids, ...rest].join(', ')})`
}

function writeAnswer(answer: SdkOperation['answer']): string {
  if (answer.kind === 'list') return `pages of \`${answer.item}\``
  if (answer.kind === 'data') return `\`${answer.type}\`${answer.hasVersion ? ', with a version' : ''}`
  return answer.kind === 'file' ? 'a stream of bytes' : 'nothing'
}
