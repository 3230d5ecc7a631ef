import { describeConfig, readConfig } from '../../server/config/config.ts'
import type { Setting } from '../../server/config/reader.ts'

/** The table of environment variables for operators, as the reader itself tells it: `docs/configuration.md`. */
export function generateConfiguration(): string {
  const settings = describeConfig({ production: false })
  const inProduction = new Map(
    describeConfig({ production: true }).map(({ name, fallback }) => [name, fallback]),
  )
  const needed = findNeeded()
  const rows = (isNeeded: boolean) =>
    settings
      .filter(({ name }) => needed.has(name) === isNeeded)
      .map((setting) => writeRow(setting, inProduction.get(setting.name) ?? null))
  return (
    [
      '<!-- Generated from server/config/config.ts by "npm run generate". Never edited. -->',
      '# Configuration',
      'The server and its commands read environment variables, and report everything that is wrong with them at once. ' +
        'An empty\nvariable counts as not set.',
      'Secrets may lie in files, as container platforms mount them: `<NAME>_FILE` names a file that holds the value of\n' +
        '`<NAME>`. The variable itself comes first.',
      '## Needed in production',
      '`NODE_ENV=production` makes the server bring nothing of its own and refuse to start without these.',
      writeTable(
        ['Variable', 'Meaning'],
        rows(true).map(([name = '', , , meaning = '']) => [name, meaning]),
      ),
      '## All others',
      writeTable(['Variable', 'Default', 'Values', 'Meaning'], rows(false)),
      'Times that end in `_MS` are milliseconds. Two variables are read by Node itself: `NODE_EXTRA_CA_CERTS` names a file with\n' +
        'the certificates of internal authorities, `NODE_OPTIONS` holds flags.',
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  )
}

/** What production misses when nothing else is set. */
function findNeeded(): Set<string> {
  const read = readConfig({ NODE_ENV: 'production' })
  const problems = read.ok ? [] : read.problems
  return new Set(problems.map((problem) => problem.split(' ')[0] ?? ''))
}

function writeRow({ name, fallback, values, meaning }: Setting, inProduction: string | null): string[] {
  const other = inProduction === fallback ? '' : `, in production ${code(inProduction)}`
  return [code(name), `${code(fallback)}${other}`, values, meaning]
}

function code(text: string | null): string {
  return text === null ? '' : `\`${text}\``
}

/** Padded as Prettier pads it. */
function writeTable(head: string[], rows: readonly string[][]): string {
  const widths = head.map((_name, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
