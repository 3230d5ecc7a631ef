import { pino } from 'pino'
import type { ContractOperation } from '../contract/document.ts'
import { generateEntries } from '../server/development/generate-entries.ts'
import { fail } from '../server/commands/fail.ts'
import { wholeNumber } from '../server/commands/read-arguments.ts'
import { runCommand } from '../server/commands/run-command.ts'
import { startMock } from './mock.ts'

const usage = `npm run mock [-- <options>]

Answers the contract with made-up data, for work on a user interface.

  --only inferred   answer only the operations that the contract marks as inferred. A server with
                    WORK_LEDGER=prism asks these. Default: all operations.
  --port <port>     Default: 4010. 0 takes a free port.
  --host <address>  Default: 127.0.0.1
  --help`

async function main({ only, host, ...values }: Options): Promise<number> {
  const port = wholeNumber(values.port, 0, 65_535)
  if (port === null) return fail(`--port takes a whole number from 0 to 65535.\n\n${usage}`)
  if (only !== undefined && only !== 'inferred')
    return fail(`--only takes inferred, not ${only}.\n\n${usage}`)

  const entries = [...generateEntries({ seed: 1, count: 300, until: new Date() })]
  // The log has only faults of the mock itself; faults of a caller are in the answers.
  const log = pino({ level: 'error' }, pino.destination(2))
  const starting = startMock({ only: only ?? null, port, host, entries, log })
  const stop = async () => {
    const mock = await starting
    if (mock.ok) await mock.stop()
    process.exit(0)
  }
  // `once`: a second signal ends the process at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())

  const mock = await starting
  if (!mock.ok) return fail(mock.message)
  process.stdout.write(`${greet(mock.url, mock.served, only ?? null, entries.length)}\n`)
  return 0
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

await runCommand(main, {
  usage,
  options: {
    only: { type: 'string' },
    port: { type: 'string', default: '4010' },
    host: { type: 'string', default: '127.0.0.1' },
  },
})

type Options = { only?: string; port: string; host: string }
