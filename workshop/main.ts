import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { consoleFolder } from '../server/pipeline/console.ts'
import { docsPage } from '../server/pipeline/documentation.ts'
import { runServer } from '../server/run-server.ts'
import { createDevelopment } from './development.ts'
import { greet } from './greeting.ts'

const usage = `Starts the service: in development with a database and an identity provider of its own.

  npm start

Settings are environment variables, such as PORT=4000 npm start: docs/configuration.md lists them all.
SIGTERM and SIGINT let requests finish (SHUTDOWN_DELAY_MS, SHUTDOWN_TIMEOUT_MS); a second one ends the process at once.`

const development = createDevelopment()
const { config, service } = await runServer(usage, development)
if (!config.production) {
  const isInstalled = (name: string) => existsSync(new URL(`../node_modules/${name}`, import.meta.url))
  const isConsoleServed = !config.oidcIssuer || config.consoleClientId !== undefined
  const facts = {
    administrator: development.administrator,
    hasConsole: isConsoleServed ? existsSync(join(consoleFolder, 'index.html')) : null,
    hasDocs: existsSync(docsPage),
    // tools/check-node.mjs refuses the commands for the same reason.
    hasTools: isInstalled('vitest'),
  }
  console.log(greet(config, { ...service, ...facts }))
}
