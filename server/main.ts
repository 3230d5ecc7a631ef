import { existsSync } from 'node:fs'
import { readArguments } from './commands/read-arguments.ts'
import { readConfig } from './config/config.ts'
import { greet } from './greeting.ts'
import { openLogOutput } from './pipeline/log-output.ts'
import { docsPage } from './pipeline/documentation.ts'
import { startService } from './service.ts'

const usage = `Starts the service: in development with a database and an identity provider of its own.

  npm start

Settings are environment variables, such as PORT=4000 npm start: docs/configuration.md lists them all.
SIGTERM and SIGINT let requests finish (SHUTDOWN_DELAY_MS, SHUTDOWN_TIMEOUT_MS); a second one ends the process at once.`

const options = readArguments({ args: process.argv.slice(2), usage, options: {} })
if (!options.ok) process.exit(options.exitCode)

const read = readConfig(process.env)
if (!read.ok) {
  console.error(['The configuration has problems:', ...read.problems.map((problem) => `  ${problem}`)].join('\n'))
  process.exit(1)
}

const log = await openLogOutput({ forPeople: process.stdout.isTTY && !read.config.production })
const starting = startService(read.config, { logTo: log.stream })
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  // `once`: a second signal ends the process at once, as Node does without a handler.
  process.once(signal, () => void stop())
}

const started = await starting
if (!started.ok) {
  console.error(started.message)
  await log.close()
  process.exit(1)
}
if (!read.config.production) {
  // tools/check-node.mjs refuses the commands for the same reason.
  const hasTools = existsSync(new URL('../node_modules/vitest', import.meta.url))
  console.log(greet(read.config, { ...started, hasDocs: existsSync(docsPage), hasTools }))
}

/** Waits for the end of a start that is under way: otherwise its PostgreSQL would keep running. */
async function stop(): Promise<void> {
  const started = await starting
  if (!started.ok) return
  await started.stop()
  await log.close()
  process.exit(0)
}
