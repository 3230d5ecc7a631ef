import { readContract } from '../../contract/document.ts'
import { subcommand } from '../../server/commands/run-command.ts'
import { origins } from '../lint/origin.ts'
import { findOrigins, kinds, type Place } from './origins.ts'

const usage = `Counts the operations, parameters, properties and responses of the contract by origin (x-origin): documented, inferred or
decided. A node without an origin inherits that of the node around it. npm run check finds operations and named nodes
without an origin, and decisions that do not exist.

  npm run contract -- origins

  --help  this text`

export const contractOrigins = subcommand(main, { usage, options: {} })

async function main(): Promise<number> {
  const { document } = await readContract()
  console.log(tell(findOrigins(document)).join('\n'))
  return 0
}

function tell(places: readonly Place[]): string[] {
  const tags = [...new Set(places.map(({ tag }) => tag))].filter((tag) => tag !== undefined)
  return [
    `${''.padEnd(20)}${origins.map((origin) => origin.padStart(16)).join('')}`,
    ...kinds.map((kind) =>
      line(
        kind,
        places.filter((place) => place.kind === kind),
      ),
    ),
    '',
    'Operations of',
    ...tags.map((tag) =>
      line(
        `  ${tag}`,
        places.filter((place) => place.tag === tag),
      ),
    ),
  ]
}

function line(name: string, places: readonly Place[]): string {
  const cells = origins.map((origin) => {
    const count = places.filter((place) => place.origin === origin).length
    const percent = Math.round((100 * count) / places.length)
    return `${String(count).padStart(9)} ${String(percent).padStart(4)} %`
  })
  return name.padEnd(20) + cells.join('')
}
