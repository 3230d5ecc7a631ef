import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findOrigins, kinds, type OriginPlace } from './origins.ts'
import { origins, readDecisions } from '../lint/origin.ts'
import { asObject } from '../../contract/json.ts'
import { findMissingFile } from './contract-folder.ts'
import { fail } from '../../server/commands/fail.ts'
import { readArguments } from '../../server/commands/read-arguments.ts'

const usage = `Prints where the contract comes from, by resource: documented, inferred or decided (x-origin), inherited downwards.
Fails where nothing says so, and where a decision that is named does not exist.

  npm run contract:origins

  --folder  the folder with openapi.gen.json (default: spec)
  --help    this text`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => fail(String(error)))

async function main(args: string[]): Promise<number> {
  const read = readArguments({ args, usage, options: { folder: { type: 'string', default: 'spec' } } })
  if (!read.ok) return read.exitCode
  const { folder } = read.values
  const missing = findMissingFile(folder, ['openapi.gen.json'])
  if (missing !== null) return fail(missing)
  const document: unknown = JSON.parse(await readFile(join(folder, 'openapi.gen.json'), 'utf8'))
  const places = findOrigins(asObject(document), readDecisions())
  console.log(table(places).join('\n'))
  const faults = new Set(
    places.flatMap(({ kind, name, fault }) => (fault === undefined ? [] : [`${kind} ${name}: ${fault}`])),
  )
  return faults.size === 0 ? 0 : fail(`\n${[...faults].join('\n')}`)
}

function table(places: readonly OriginPlace[]): string[] {
  const tags = [...new Set(places.map(({ tag }) => tag))]
  // A component that several resources share counts once in the whole.
  const whole = [...new Map(places.map((place) => [`${place.kind} ${place.name}`, place])).values()]
  const parts = [
    ...tags.map((tag) => ({ name: tag, places: places.filter((place) => place.tag === tag) })),
    { name: 'The whole contract', places: whole },
  ]
  return [
    `${''.padEnd(20)}${origins.map((origin) => origin.padStart(16)).join('')}`,
    ...parts.flatMap(({ name, places }) => ['', line(name, places), ...lines(places)]),
  ]
}

function lines(places: readonly OriginPlace[]): string[] {
  return kinds.map((kind) =>
    line(
      `  ${kind}`,
      places.filter((place) => place.kind === kind),
    ),
  )
}

function line(name: string, places: readonly OriginPlace[]): string {
  const cells = origins.map((origin) => {
    const count = places.filter((place) => place.origin === origin).length
    const percent = places.length === 0 ? 0 : Math.round((100 * count) / places.length)
    return `${String(count).padStart(9)} ${String(percent).padStart(4)} %`
  })
  return name.padEnd(20) + cells.join('')
}
