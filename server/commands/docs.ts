import { copyFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPage } from '../../spec/docs/build.ts'
import { readContract } from '../contract-document.ts'
import { fail } from './fail.ts'

const usage = `Builds the pages of the contract as one HTML file that needs no network, and prints its path and size.

  npm run docs -- [--output <file>]

  --output  where the page goes, too; the server serves the one in .build/
  --help    this text`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => fail(String(error)))

async function main(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (!options.ok) return fail(options.message)
  const { help, output } = options.values
  if (help) {
    console.log(usage)
    return 0
  }
  const { document } = await readContract()
  const built = await buildPage(document)
  const file = output === undefined ? built : resolve(output)
  if (file !== built) await copyFile(built, file)
  const { size } = await stat(file)
  console.log(`${file}\n${(size / 1_000_000).toFixed(1)} MB`)
  return 0
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: { output: { type: 'string' }, help: { type: 'boolean', default: false } },
    })
    return { ok: true as const, values }
  } catch (error) {
    return {
      ok: false as const,
      message: `${error instanceof Error ? error.message : String(error)}\n\n${usage}`,
    }
  }
}
