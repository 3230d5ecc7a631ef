import { requireConfig } from '../config/config.ts'
import { fail } from './fail.ts'
import { runCommand } from './run-command.ts'

/** Checks whether the server of this container is ready. Images may have no curl, so this program does it. */
async function main(): Promise<number> {
  const { managementPort } = requireConfig(process.env)
  const url = `http://127.0.0.1:${managementPort}/readyz`
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(2500) })
  return ok ? 0 : fail(`${url} is answered ${status}.`)
}

const usage = `Exits with 0 when the server on this machine is ready to serve, otherwise with 1. Meant for a container's health check.

  node server/commands/healthcheck.ts

  --help  this text

Finds the server by MANAGEMENT_PORT, the variable that the server itself reads.`

await runCommand(main, { usage, options: {} })
