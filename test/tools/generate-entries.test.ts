import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEntryCheck } from '../../server/ledger/check-entry.ts'
import vocabulary from '../../sdk/src/testing/world/entry-vocabulary.json' with { type: 'json' }
import { generateEntries } from '../../sdk/src/testing/world/generate-entries.ts'
import { runHere } from '../helpers/programs/command.ts'
import { run, type Ran } from '../helpers/programs/server-process.ts'

const until = new Date('2026-11-21')
const entries = generate(10_000)

describe('generated entries', () => {
  test('are the same for the same seed, and others for another', () => {
    expect(generate(500)).toEqual(generate(500))
    expect(generate(500, 2)).not.toEqual(generate(500))
  })

  test('of a longer run begin with those of a shorter one, at other times', () => {
    expect(entries.slice(0, 500).map(withoutTimes)).toEqual(generate(500).map(withoutTimes))
  })

  test('keep to the contract, each with an id of its own', async () => {
    const check = await createEntryCheck()
    const refused = entries.map((entry) => check(Buffer.from(JSON.stringify(entry)))).filter(({ ok }) => !ok)
    expect(refused).toEqual([])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  })

  test('cover two years from old to new, however many there are, and change after they are created', () => {
    for (const some of [generate(200), entries]) {
      const times = some.map(({ createdAt }) => createdAt)
      expect(times).toEqual(times.toSorted())
      const [oldest, newest] = [times[0], times.at(-1)].map((time = '') => Date.parse(time))
      expect(oldest).toBeLessThan(until.getTime() - 700 * 86_400_000)
      expect(newest).toBeGreaterThan(until.getTime() - 30 * 86_400_000)
    }
    expect(entries.filter(({ createdAt, updatedAt }) => updatedAt < createdAt)).toEqual([])
    expect(entries.filter(({ updatedAt }) => updatedAt > until.toISOString())).toEqual([])
  })

  test('have values of every frequency', () => {
    expect(shareOf(({ status }) => status === 'completed')).toBeCloseTo(0.8, 1)
    expect(shareOf(({ policyStatus }) => policyStatus === 'non_compliant')).toBeCloseTo(0.02, 2)
    expect(shareOf(({ cost }) => cost === 0)).toBeGreaterThan(0.08)
    expect(shareOf(({ type }) => type !== 'TWU')).toBeGreaterThan(0.05)
    expect(new Set(entries.map(({ modelName }) => modelName)).size).toBeGreaterThanOrEqual(18)
    for (const { share, term } of vocabulary.remarks.slice(0, 2))
      expect(shareOf(({ description }) => description.includes(term))).toBeCloseTo(share, 2)
  })
})

describe('npm run generate-entries', () => {
  let folder: string
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'generate-entries-'))))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('writes one entry a line, to standard output or to a file', async () => {
    const file = join(folder, 'entries.ndjson')
    const options = ['--count', '1000', '--until', '2026-11-21']
    // A process of its own, whose standard output ends with the entries.
    const printed = await run(process.execPath, [program, ...options], {})
    const written = await runHere(program, [...options, '--out', file], {})
    const lines = generate(1000).map((entry) => `${JSON.stringify(entry)}\n`)
    expect(printed).toEqual({ code: 0, stdout: lines.join(''), stderr: '' })
    expect(written).toMatchObject({ code: 0, stdout: '' })
    expect(written.stderr).toMatch(/^100 %, 1,000 of 1,000 entries, /)
    expect(readFileSync(file, 'utf8')).toBe(lines.join(''))
  })

  test('ends without a word when nobody reads on', async () => {
    const child = spawn(process.execPath, [program, '--count', '1000000'])
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect(await once(child, 'close')).toEqual([0, null])
    expect(stderr).toBe('')
  })

  test('says what is wrong', async () => {
    const missing = join(folder, 'missing', 'entries.ndjson')
    const answers: Ran[] = []
    for (const options of [
      [],
      ['--count', 'many'],
      ['--count', '1', '--seed', '4294967296'],
      ['--count', '1', '--until', 'soon'],
      ['--count', '1', '--out', missing],
    ])
      answers.push(await runHere(program, options, {}))
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1])
    expect(answers.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      'Say how many: --count <n>.',
      '--count takes an integer from 0 to 4294967295.',
      '--seed takes an integer from 0 to 4294967295.',
      '--until takes a date between 1972 and 9999, like 2026-11-21.',
      `Cannot write ${missing}: no such file or directory.`,
    ])
  })
})

const program = 'tools/generate-entries.ts'

function generate(count: number, seed = 1) {
  return [...generateEntries({ seed, count, until })]
}

/** The times, and the id, which begins with one. */
function withoutTimes({ id, createdAt: _createdAt, updatedAt: _updatedAt, ...others }: (typeof entries)[number]) {
  return { id: id.slice(14), ...others }
}

function shareOf(matches: (entry: (typeof entries)[number]) => boolean): number {
  return entries.filter(matches).length / entries.length
}
