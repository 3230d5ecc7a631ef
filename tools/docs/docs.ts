import { copyFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buildPage } from './build.ts'
import { docsPage } from '../../server/pipeline/documentation.ts'
import { readContract } from '../../contract/document.ts'
import { runCommand } from '../../server/commands/run-command.ts'

const usage = `Builds the page of the contract: one HTML file that needs no network and that the server then serves at /docs. Prints the
path and the size of the file.

  npm run docs -- [--output <file>]

  --output  a second file to write the page to; the server always serves the file in .build/
  --help    this text`

await runCommand(main, { usage, options: { output: { type: 'string' } } })

async function main({ output }: { output?: string }): Promise<number> {
  const { document } = await readContract()
  await buildPage(document)
  const file = output === undefined ? docsPage : resolve(output)
  if (file !== docsPage) await copyFile(docsPage, file)
  const { size } = await stat(file)
  console.log(`${file}\n${(size / 1_000_000).toFixed(1)} MB. A browser opens the file; the server has it at /docs.`)
  return 0
}
