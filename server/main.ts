import { runServer } from './run-server.ts'

const usage = `Starts the service.

  node server/main.js

Settings are environment variables, such as PORT=4000: docs/configuration.md lists them all.
SIGTERM and SIGINT let requests finish (SHUTDOWN_DELAY_MS, SHUTDOWN_TIMEOUT_MS); a second one ends the process at once.`

await runServer(usage)
