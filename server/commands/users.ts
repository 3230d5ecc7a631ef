import { runSubcommand } from './run-command.ts'
import { linkUsers } from './users-link.ts'
import { listWaitingUsers } from './users-waiting.ts'

const usage = `Looks after the accounts that users have at the identity provider.

  npm run users -- link --instance <id> [--email <email>] [--apply]
  npm run users -- waiting

  link     gives users the accounts that they have at the identity provider
  waiting  lists the changes of accounts that the identity provider does not have yet
  --help   this text; after the name of a command, the text of that command`

await runSubcommand({ link: linkUsers, waiting: listWaitingUsers }, usage)
