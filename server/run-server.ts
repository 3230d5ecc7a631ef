import { readArguments } from './commands/read-arguments.ts'
import { readConfig, type Config } from './config/config.ts'
import type { Development } from './config/development.ts'
import { openLogOutput } from './http/log-output.ts'
import { startService, type RunningService } from './service.ts'

/**
 * Runs the service as this process: with its arguments, its environment and its signals. Ends the process when the service
 * does not start.
 */
export async function runServer(
  usage: string,
  development?: Development,
): Promise<{ config: Config; service: RunningService }> {
  const options = readArguments({ args: process.argv.slice(2), usage, options: {} })
  if (!options.ok) process.exit(options.exitCode)

  const read = readConfig(process.env)
  if (!read.ok) {
    console.error(['The configuration has problems:', ...read.problems.map((problem) => `  ${problem}`)].join('\n'))
    process.exit(1)
  }

  const { config } = read
  const log = await openLogOutput({ forPeople: process.stdout.isTTY && !config.production })
  const starting = startService(config, { logTo: log.stream, development })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // `once`: a second signal ends the process at once, as Node does without a handler.
    process.once(signal, () => void stop())
  }

  const service = await starting
  if (!service.ok) {
    console.error(service.message)
    await log.close()
    process.exit(1)
  }
  return { config, service }

  /** Waits for the end of a start that is under way: otherwise its PostgreSQL would keep running. */
  async function stop(): Promise<void> {
    const service = await starting
    if (!service.ok) return
    await service.stop()
    await log.close()
    process.exit(0)
  }
}
