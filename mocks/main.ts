import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { fail } from '../server/commands/fail.ts'
import { wholeNumber } from '../server/commands/read-arguments.ts'
import { docsPage } from '../server/pipeline/documentation.ts'
import { runCommand, type Values } from '../server/commands/run-command.ts'
import { readDelay } from '../sdk/mock/delay.ts'
import { loadIntegrationTypes } from '../contract/integration-type-files.ts'
import { startMock, type StartedMock } from './mock.ts'
import { seedWorld } from '../sdk/src/testing/world/index.ts'

const usage = `npm run mock [-- <options>]

Answers the contract with made-up data, for work on a user interface.

  --only inferred   answer only the operations that the contract marks as inferred. A server with
                    WORK_LEDGER=prism asks these. Default: all operations.
  --port <port>     Default: 4010. 0 takes a free port.
  --host <address>  Default: 127.0.0.1
  --seed <n>        a whole number: other people and another ledger. Default: 1
  --empty           instances begin empty
  --types <folder>  integration types of an operator, as INTEGRATION_TYPES_DIR names them for the service
  --delay <ms>      keeps answers waiting: 500, or 200-2000 for a time between the two. Default: 0
  --help

Every instance exists, with any bearer token, and remembers changes until the mock ends or gets POST /__reset. A token
that is the name of a role opens what the role opens. The page /__mock makes calls slow or faulty and switches roles. For
sign-ins the mock is the issuer, and asks for no password. A connection test passes, unless the name or the description
of the integration names another outcome in square brackets: "Support [rate_limited]". Of one that is not saved, a field
may name it: "secret-[bad_credentials]".`

async function main({ only, host, ...values }: Values<typeof options>): Promise<number> {
  const port = wholeNumber(values.port, 0, 65_535)
  if (port === null) return fail(`--port takes a whole number from 0 to 65535.\n\n${usage}`)
  if (only !== undefined && only !== 'inferred') return fail(`--only takes inferred, not ${only}.\n\n${usage}`)

  const seed = wholeNumber(values.seed, 0, 2 ** 32 - 1)
  if (seed === null) return fail(`--seed takes a whole number from 0 to ${2 ** 32 - 1}.\n\n${usage}`)
  const delay = readDelay(values.delay)
  if (delay === null) return fail(`--delay takes milliseconds, such as 500 or 200-2000, and at most 60000.\n\n${usage}`)
  // The log has only faults of the mock itself; faults of a caller are in the answers.
  const log = pino({ level: 'error' }, pino.destination(2))
  const world = values.empty ? {} : seedWorld(seed, new Date().toISOString())
  const ownTypes = values.types === undefined ? new Map() : loadIntegrationTypes(values.types)
  const starting = startMock({ only: only ?? null, port, host, seedFor: () => world, ownTypes, delay, log })
  const stop = async () => {
    await (await starting).stop()
    process.exit(0)
  }
  // `once`: a second signal ends the process at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())

  process.stdout.write(`${greet(await starting, only ?? null)}\n`)
  return 0
}

function greet({ url, served, onlyExamples }: StartedMock, only: 'inferred' | null): string {
  const ledger = `${url}/instances/demo/work-ledger`
  const call = "curl -H 'Authorization: Bearer any'"
  return [
    '',
    `  Mock of the contract   ${url}`,
    `  Docs                   ${url}/docs${existsSync(docsPage) ? '' : ', once they are built: npm run docs'}`,
    `  Serves                 ${served.length} operations${only === null ? '' : ', the inferred ones'}, in any instance, with any bearer token`,
    ...(onlyExamples.length > 0
      ? [`  Only examples          ${onlyExamples.map(({ id }) => id).join(', ')}: see sdk/src/testing/operations.ts`]
      : []),
    `  Panel                  ${url}/__mock, for delays, faults and roles`,
    ...(only === null ? [`  Begin anew             curl -X POST ${url}/__reset`] : []),
    '',
    `  Try it                 ${call} '${ledger}?search=refund&size=2'`,
    `  Force a state          ${call} -H 'Prefer: code=503' '${ledger}'`,
    `                         ${call} -H 'Prefer: example=nothingFound' '${ledger}'`,
    '',
  ].join('\n')
}

const options = {
  only: { type: 'string' },
  port: { type: 'string', default: '4010' },
  seed: { type: 'string', default: '1' },
  empty: { type: 'boolean', default: false },
  types: { type: 'string' },
  delay: { type: 'string', default: '0' },
  host: { type: 'string', default: '127.0.0.1' },
} as const

await runCommand(main, { usage, options })
