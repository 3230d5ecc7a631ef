import { settings } from '../../server/config/settings.ts'
import type { Setting } from '../../server/config/kinds.ts'
import { writeTable } from './markdown-table.ts'

/** The table of environment variables for operators: `docs/configuration.md`. */
export function generateConfiguration(): string {
  const [needed = [], others = []] = [true, false].map((isNeeded) =>
    Object.entries<Setting<unknown>>(settings).filter(
      ([, { neededInProduction }]) => (neededInProduction !== undefined) === isNeeded,
    ),
  )
  return `<!-- Generated from server/config/settings.ts by "npm run generate". Never edited. -->

# Configuration

The server and its commands read environment variables, and report everything that is wrong at once, also what several
variables say against each other. An empty variable counts as not set.

Secrets may lie in files, as container platforms mount them: \`<NAME>_FILE\` names a file that holds the value of
\`<NAME>\`. The variable itself comes first.

## Needed in production

\`NODE_ENV=production\` makes the server bring nothing of its own and refuse to start without these.

${writeTable([['Variable', 'Meaning'], ...needed.map(([name, { meaning }]) => [code(name), meaning])])}

## All others

${writeTable([['Variable', 'Default', 'Values', 'Meaning'], ...others.map(writeRow)])}

Times that end in \`_MS\` are milliseconds. Two variables are read by Node itself: \`NODE_EXTRA_CA_CERTS\` names a file with
the certificates of internal authorities, \`NODE_OPTIONS\` holds flags.
`
}

function writeRow([name, setting]: [string, Setting<unknown>]): string[] {
  const { values = '', meaning, inProduction } = setting
  const other = inProduction?.default === undefined ? '' : `, in production ${code(inProduction.default)}`
  return [code(name), `${code(setting.default ?? '')}${other}`, values, meaning]
}

function code(text: string | number): string {
  return text === '' ? '' : `\`${text}\``
}
