import { requireConfig } from '../config/config.ts'
import { fail } from './fail.ts'
import { runCommand } from './run-command.ts'

/** Whether the server of this container is ready; for images, which may have no curl. */
async function main(): Promise<number> {
  const { managementPort } = requireConfig(process.env)
  const url = `http://127.0.0.1:${managementPort}/readyz`
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(2500) })
  return ok ? 0 : fail(`${url} is answered ${status}.`)
}

const usage = `Exits with 0 when the server on this machine is ready to serve, with 1 when not: what a container's health check runs.

  node server/commands/healthcheck.ts

  --help  this text

Reads MANAGEMENT_PORT as the server does.`

await runCommand(main, { usage, options: {} })
