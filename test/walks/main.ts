import { readArguments } from '../../server/commands/read-arguments.ts'
import { cloneFresh } from './clone.ts'
import { walkKeycloak } from './keycloak.ts'
import { walkExamples } from './examples.ts'
import { walkFailover } from './failover.ts'
import { walkImage } from './image.ts'
import { walkRolling } from './rolling/rolling.ts'
import { walkWorkers } from './workers.ts'
import { readWithStockTools } from './tools.ts'

async function main(args: string[]): Promise<number> {
  const walk = walksWithOptions.get(args[0] ?? '')
  if (walk) return walk(args.slice(1))
  const options = readArguments({ args, usage, options: {}, allowPositionals: true })
  if (!options.ok) return options.exitCode
  const { positionals } = options
  const [which = 'examples', ...rest] = positionals
  if (rest.length > 0 || !['examples', 'clone', 'tools'].includes(which)) {
    console.error(`Unexpected: ${positionals.join(' ')}\n\n${usage}`)
    return 1
  }
  if (which === 'tools') return readWithStockTools()
  return which === 'clone' ? cloneFresh() : walkExamples()
}

const walksWithOptions = new Map([
  ['failover', walkFailover],
  ['image', walkImage],
  ['keycloak', walkKeycloak],
  ['rolling', walkRolling],
  ['workers', walkWorkers],
])

const usage = `Walks what CONTRIBUTING.md and README.md promise a newcomer, from beginning to end.

  npm run walk             all tests but one file, the heavy ones too, in a copy of this tree with the examples of
                           CONTRIBUTING.md
  npm run walk -- clone    a fresh clone of the last commit to the first call of README.md, timed; needs the npm registry
  npm run walk -- tools    linters, validators and generators of clients that others wrote read the contract, and what they
                           write compiles; needs the npm registry

And what the pages for operators promise; each says with --help what it needs:

  npm run walk -- keycloak  everything that the service does with accounts, against a Keycloak of yours
  npm run walk -- failover  a primary of PostgreSQL is killed under load and its standby promoted
  npm run walk -- workers   one worker of a Citus is killed under load, and stops
  npm run walk -- rolling   servers of the commit before the newest migration are replaced by this one's under load
  npm run walk -- image     builds the image, and starts what deploy/kubernetes starts

  --help  this text

The first takes as long as npm test and longer. Nothing in this tree changes.`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  return 1
})
