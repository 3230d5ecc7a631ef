import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { ContractOperation } from '../contract/document.ts'
import { generateEntries } from '../server/development/generate-entries.ts'
import { startMock } from './mock.ts'

const usage = `npm run mock [-- <options>]

Answers the contract with made-up data, for work on a user interface.

  --only inferred   only the operations that the contract marks as inferred: what the server asks
                    when it runs with WORK_LEDGER=prism. Default: all operations.
  --port <port>     Default: 4010. 0 takes a free one.
  --host <address>  Default: 127.0.0.1
  --help`

async function main(args: string[]): Promise<void> {
  const options = readOptions(args)
  if (!options.ok) return fail(`${options.message}\n\n${usage}`)
  if (options.help) return say(usage)

  const entries = [...generateEntries({ seed: 1, count: 300, until: new Date() })]
  // Faults of the mock itself; what a caller does wrong is in the answer.
  const log = pino({ level: 'error' }, pino.destination(2))
  const starting = startMock({ ...options, entries, log })
  const stop = async () => {
    const mock = await starting
    if (mock.ok) await mock.stop()
    process.exit(0)
  }
  // Once: the same signal again ends the process at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())

  const mock = await starting
  if (!mock.ok) return fail(mock.message)
  say(greet(mock.url, mock.served, options.only, entries.length))
}

function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: 'string' },
        port: { type: 'string', default: '4010' },
        host: { type: 'string', default: '127.0.0.1' },
        help: { type: 'boolean', default: false },
      },
    })
    const { only = null, host, help } = values
    const port = Number(values.port)
    if (only !== null && only !== 'inferred') return wrong(`--only takes inferred, not ${only}.`)
    if (!/^\d+$/.test(values.port) || port > 65_535)
      return wrong('--port takes a whole number from 0 to 65535.')
    return { ok: true as const, only: only === null ? null : ('inferred' as const), port, host, help }
  } catch (error) {
    if (error instanceof TypeError) return wrong(error.message)
    throw error
  }
}

function wrong(message: string) {
  return { ok: false as const, message }
}

function say(message: string): void {
  process.stdout.write(`${message}\n`)
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

function greet(
  url: string,
  served: readonly ContractOperation[],
  only: 'inferred' | null,
  entries: number,
): string {
  const ledger = `${url}/instances/demo/work-ledger`
  const call = "curl -H 'Authorization: Bearer any'"
  return [
    '',
    `  Mock of the contract   ${url}`,
    `  Docs                   ${url}/docs`,
    `  Serves                 ${served.length} operations${only === null ? '' : ', the inferred ones'}, in any instance, with any bearer token`,
    `  Work ledger            ${entries} entries: filters, search, sort, page and cursor work`,
    ...(only === null ? ["  All else               the contract's examples: nothing is stored"] : []),
    '',
    `  Try it                 ${call} '${ledger}?search=refund&size=2'`,
    `  Force a state          ${call} -H 'Prefer: code=503' '${ledger}'`,
    `                         ${call} -H 'Prefer: example=nothingFound' '${ledger}'`,
    '',
  ].join('\n')
}

await main(process.argv.slice(2))
