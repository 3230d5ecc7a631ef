#!/usr/bin/env node
import { wholeNumber } from '../../server/commands/read-arguments.ts'
import { fail } from '../../server/commands/fail.ts'
import { runSubcommand, subcommand, type Values } from '../../server/commands/run-command.ts'
import { callerRoles } from '../../contract/rules/roles.ts'
import { createTestServer, type TestServerOptions } from '../src/testing/index.ts'
import { seedWorld } from '../src/testing/world/index.ts'
import { readData } from './data.ts'
import { listen } from './listen.ts'
import { readDelay } from './delay.ts'
import { rolesOfToken } from './roles-of-token.ts'

const usage = `npx @instance-admin/sdk mock [<options>]

Answers the instance administration API on this machine, with made-up data, for work on a user interface.

  --port <port>   Default: 4010. 0 takes a free port.
  --seed <n>      a whole number: other people and another ledger. Default: 1
  --data <file>   data of your own, as JSON: { "instances": { "acme": { "users": [{ "username": "ada" }] } } }.
                  "world" in place of "instances" is what every instance begins with. What an item leaves out is made
                  up; the members are those of the type InstanceSeed of @instance-admin/sdk/testing.
  --delay <ms>    keeps answers waiting: 500, or 200-2000 for a time between the two. Default: 0
  --help

Any text is a token. One that is the name of a role (${callerRoles.join(', ')}) opens what the role
opens. Pages of this machine may call. Changes are kept until the mock ends.`

async function main({ port: portText, seed: seedText, data, delay: delayText }: Values<typeof options>) {
  const port = wholeNumber(portText, 0, 65_535)
  if (port === null) return fail(`--port takes a whole number from 0 to 65535, not ${portText}.`)
  const seed = seedText === undefined ? 1 : wholeNumber(seedText, 0, 2 ** 32 - 1)
  if (seed === null) return fail(`--seed takes a whole number from 0 to ${2 ** 32 - 1}, not ${seedText}.`)
  const delay = readDelay(delayText)
  if (delay === null) return fail(`--delay takes milliseconds, such as 500 or 200-2000, and at most 60000.`)
  if (data !== undefined && seedText !== undefined) return fail('--seed changes the made-up data. Leave it, or --data.')
  const roles = (token: string) => rolesOfToken(token) ?? callerRoles
  const begin = (what: TestServerOptions) =>
    createTestServer({ ...what, roles, delay: [delay.least, delay.most], mostRequests: 0 })
  const server =
    data === undefined ? begin({ world: seedWorld(seed, new Date().toISOString()) }) : readData(data, begin)

  const { url, stop } = await listen(server, port, greet)
  // `once`: a second signal ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  process.stdout.write(greet(url))
  return 0
}

function greet(url: string): string {
  return `
  The mock listens at   ${url}
  Try it                curl -H 'Authorization: Bearer any' '${url}/instances'
  End it                Ctrl-C. Changes are kept until then.

`
}

const options = {
  port: { type: 'string', default: '4010' },
  seed: { type: 'string' },
  data: { type: 'string' },
  delay: { type: 'string', default: '0' },
} as const

await runSubcommand({ mock: subcommand(main, { usage, options }) }, usage)
