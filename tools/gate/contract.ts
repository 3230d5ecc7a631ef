import { runSubcommand } from '../../server/commands/run-command.ts'
import { contractDiff } from './contract-diff.ts'
import { contractOrigins } from './contract-origins.ts'
import { contractRelease } from './contract-release.ts'

const usage = `Compares, releases and counts the contract.

  npm run contract -- diff [--check]
  npm run contract -- release
  npm run contract -- origins

  diff     compares the contract with the last release, and writes its changelog
  release  makes this contract the released one
  origins  counts which parts of the contract are documented, inferred or decided
  --help   this text; after the name of a command, the text of that command`

await runSubcommand({ diff: contractDiff, release: contractRelease, origins: contractOrigins }, usage)
