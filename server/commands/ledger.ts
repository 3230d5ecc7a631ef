import { importLedger } from './ledger-import.ts'
import { pruneLedger } from './ledger-prune.ts'
import { recountLedger } from './ledger-recount.ts'
import { runSubcommand } from './run-command.ts'

const usage = `Imports, prunes and counts the work ledger of an instance.

  npm run ledger -- import --instance <id> [--rejected <file>] [--from-start] <file>
  npm run ledger -- prune --instance <id> --before <YYYY-MM-DD>
  npm run ledger -- recount --instance <id>

  import   imports entries from NDJSON, and resumes where it was stopped
  prune    deletes the entries that were created before a day
  recount  counts entries again, after SQL wrote or deleted entries
  --help   this text; after the name of a command, the text of that command`

await runSubcommand({ import: importLedger, prune: pruneLedger, recount: recountLedger }, usage)
