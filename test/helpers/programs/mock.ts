import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { vi } from 'vitest'
import { generateEntries } from '../../../sdk/src/testing/world/generate-entries.ts'
import { readContract } from '../../../contract/document.ts'
import { asObject } from '../../../contract/json.ts'
import { copyForValidator } from '../../../contract/validator-document.ts'
import { startMock, type MockOptions } from '../../../mocks/mock.ts'
import type { Prism } from '../../../mocks/prism.ts'
import { createClient } from '../../../sdk/src/index.ts'
import { lazy } from '../../../server/lib/lazy.ts'
import type { WorkLedgerEntry } from '../../../spec/gen/openapi.gen.ts'
import { spawnAside } from './child.ts'
import { ledgerEntry } from '../data/work-ledger-entries.ts'
import { preparedOnce } from '../service.ts'

/** Prism, which takes two seconds to begin: when an example is first asked for, and once for all mocks of a worker. */
export const prismOnce = lazy(async (): Promise<Prism> => {
  const { createPrism } = await import('../../../mocks/prism.ts')
  return createPrism(asObject(copyForValidator(await readContract())))
})

/** What it would find in answers is said to the log, which is silent. */
const onlyExamples: Prism = {
  mock: async (operation, choice) => (await prismOnce()).mock(operation, choice),
  findViolations: async () => [],
}

/** Starts a mock at a free port; `options` replace the defaults. */
export async function startTestMock(options: Partial<MockOptions> = {}) {
  return startMock({
    port: 0,
    host: '127.0.0.1',
    only: null,
    seedFor: () => ({}),
    prepared: await preparedOnce(),
    prism: onlyExamples,
    log: pino({ level: 'silent' }),
    ...options,
  })
}

/** The SDK for a mock. A busy machine may take longer than a client usually waits. */
export function clientOf({ url }: { url: string }, token = 'any') {
  return createClient({ baseUrl: url, token, maxRetries: 0, timeoutMs: 300_000, attemptTimeoutMs: 300_000 })
}

/** How many milliseconds mocks of this process would keep answers waiting meanwhile. They do not wait. */
export async function recordDelays(work: () => Promise<unknown>): Promise<number[]> {
  const asked: number[] = []
  const spy = vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms = 0) => {
    asked.push(ms)
  })
  // Those who have imported the function get the other one, too.
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
  return asked
}

/** Runs `node mocks/main.ts` in its own process until it listens. When the process ends instead, throws with its output. */
export async function runMock(options: string[]) {
  const child = spawnAside(process.execPath, ['mocks/main.ts', ...options], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
  })
  const exited = once(child, 'exit').then(() => child.exitCode)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const isReady = once(child.stdout, 'data').then(() => true)
  if (!(await Promise.race([isReady, exited.then(() => false)]))) throw new Error(output)
  return {
    output: () => output,
    /** Sends a signal and resolves with the exit code. */
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      return exited
    },
  }
}

/** Generated entries, then entries with values that are easily handled wrong. */
export function createLedger(): WorkLedgerEntry[] {
  const generated = [...generateEntries({ seed: 4, count: 300, until: new Date('2026-11-21T09:30:00.000Z') })]
  return [...generated, ...createTies(), ...createTexts(), ...createExtremes()]
}

/** Entries that are equal in every field by which lists are sorted. */
function createTies(): WorkLedgerEntry[] {
  return ['b', 'B', 'a_', 'a-', '10', '9', 'aa', 'Z'].map((id) => entry({ id: `tie-${id}` }))
}

function createTexts(): WorkLedgerEntry[] {
  const texts = [
    ['100% paid', '100 paid', 'a_b_c', 'aXbXc', 'back\\slash', 'back/slash', '%%%', '___', '\\\\\\'],
    ["O'Brien; drop --", '"quoted"', 'tab\tand\nline', '$1 {} [] (.*)'],
    ['İSTANBUL office', 'istanbul office', 'ıstanbul office', 'STRAẞE', 'straße', 'STRASSE'],
    ['ΟΔΟΣ ΣΟΦΙΑΣ', 'οδος σοφιας', 'οδοσ σοφιασ', 'ԱՐԵՎ', 'արեւ', 'ᏣᎳᎩ', 'ꮳꮃꭹ'],
    ['273 \u212A', '273 K', '273 k', '5 \u212B', '5 å', '8 \u2126', 'Ⅻ Ⓐ', 'ⅻ ⓐ', 'ﬁnance'],
    ['𐐀𐐁𐐂 deseret', '𐐨𐐩𐐪 deseret', '𝐀𝐁𝐂', '👩‍💻 work', 'ǅungla', 'ǆungla'],
    ['école', 'e\u0301cole', 'ÉCOLE'],
  ].flat()
  return texts.map((text, at) => {
    const id = `text-${at}`
    const fields = [{ title: text }, { description: text }, { entityId: text }, { relatedEntity: text }]
    return entry({ id, ...fields[at % fields.length], modelName: text, type: text })
  })
}

function createExtremes(): WorkLedgerEntry[] {
  const instants = [
    '1970-01-01T00:00:00.000Z',
    '2026-11-20T08:14:03.119Z',
    '2026-11-20T08:14:03.121Z',
    '9999-12-31T23:59:59.999Z',
  ]
  const numbers = [0, 0.0000001, 0.00001234, 0.0001, 0.1, 0.30000000000000004, 0.42, 1, 999_999_999_999.5, 1e12]
  return [
    ...instants.map((at, index) => entry({ id: `instant-${index}`, createdAt: at, updatedAt: at })),
    ...numbers.map((number, index) => entry({ id: `number-${index}`, cost: number, activeTime: number })),
    ...(['AI', 'HUMAN'] as const).map((actor) => entry({ id: `only-${actor}`, actors: [actor] })),
    entry({ id: 'no-description', description: '' }),
    entry({ id: 'x'.repeat(64), title: 't'.repeat(512), description: 'd'.repeat(4000) }),
  ]
}

function entry(fields: Partial<WorkLedgerEntry> & { id: string }): WorkLedgerEntry {
  return {
    ...ledgerEntry,
    description: 'Checked the order and paid the amount back.',
    ...fields,
  }
}
