import { Client } from 'pg'
import { afterAll, expect, inject, vi } from 'vitest'
import { captureStatements, takeStatements } from './capture.ts'
import { exceptions } from './exceptions.ts'
import { findRoutingFault } from './faults.ts'

// Every file of tests ends with a look at the statements that its services have sent: whether Citus would run each of them on
// one worker. So a new statement needs no test of its own for this.
captureStatements()

// The files of a worker share its clocks, so each has to leave them as they were. Vitest restores what a file has spied on:
// a spy on a timer that is not real, restored when timers are real again, would leave that timer to the next files.
const clocks: readonly [object, string][] = [
  [Date, 'now'],
  [performance, 'now'],
  [AbortSignal, 'timeout'],
  [globalThis, 'setTimeout'],
]
const readClocks = () => clocks.map(([owner, name]): unknown => Reflect.get(owner, name))
const real = readClocks()
afterAll(() => {
  vi.restoreAllMocks()
  expect(vi.isFakeTimers()).toBe(false)
  expect(readClocks().map((clock, at) => clock === real[at])).toEqual(real.map(() => true))
})

afterAll(async () => {
  const statements = takeStatements().filter(({ text }) => !isException(text))
  if (statements.length === 0) return
  const client = new Client({ connectionString: inject('planningUrl') })
  await client.connect()
  const faults: string[] = []
  for (const statement of statements) {
    const fault = await findRoutingFault(client, statement)
    if (fault !== null) faults.push(`${fault}: ${statement.text}`)
  }
  await client.end()
  expect(faults).toEqual([])
})

function isException(text: string): boolean {
  return exceptions.some(({ statement }) => statement.test(text.replaceAll('"', '').replaceAll(/\s+/g, ' ')))
}
