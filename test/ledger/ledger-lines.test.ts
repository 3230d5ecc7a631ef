import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { array, assert, asyncProperty, constant, constantFrom, nat, oneof, string } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEntryCheck } from '../../server/ledger/check-entry.ts'
import { readLines, type Line } from '../../server/ledger/read-ndjson.ts'
import { openRejectedLines } from '../../server/ledger/rejected-lines.ts'
import { ledgerEntry as entry } from '../helpers/data/work-ledger-entries.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'ledger-lines-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const check = await createEntryCheck()

describe('a line is refused', () => {
  test.each<[string, string | Buffer, string]>([
    [
      'with a NUL character',
      lineOf({ title: 'a\0b' }),
      '"title" has the character NUL, which cannot be stored: leave it out.',
    ],
    [
      'with half a surrogate pair',
      lineOf({ title: 'a\ud800' }),
      '"title" has a part of a character, such as half an emoji: send all of it or none.',
    ],
    ['that is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'The line is not UTF-8.'],
    ['that is cut off', lineOf({}).slice(0, -1), 'The line is not JSON'],
    ['that is no object', '[]', 'The line must be an object.'],
    ['with another field', lineOf({ extra: 1 }), '"extra" is not known here.'],
    ['with __proto__', `{"__proto__":{},${lineOf({}).slice(1)}`, '"__proto__" is not a name that can be used.'],
    ['nested too deep', '['.repeat(10_000) + ']'.repeat(10_000), 'The line must not be nested deeper than 64 levels.'],
    [
      'with a number beyond a double',
      lineOf({}).replace('0.42', '1e999'),
      '"cost" is a larger number than can be kept here.',
    ],
    [
      'on the 30th of February',
      lineOf({ createdAt: '2026-02-30T00:00:00.000Z' }),
      'Created at must be a time that exists',
    ],
    ['at 24:00', lineOf({ createdAt: '2026-02-20T24:00:00.000Z' }), 'Created at must be a time that exists'],
    ['in the year 0', lineOf({ updatedAt: '0000-01-01T00:00:00.000Z' }), 'Updated at must be a time that exists'],
    [
      'with a date for an instant',
      lineOf({ createdAt: '2026-02-20' }),
      'Created at must be a time that exists, such as 2026-11-21T09:30:00Z.',
    ],
    ['with an id that is a path', lineOf({ id: 'export' }), 'Id is a path of the API and cannot be an id.'],
    ['with the other such id', lineOf({ id: 'summary' }), 'Id is a path of the API and cannot be an id.'],
    ['with another status', lineOf({ status: 'done' }), 'Status must be completed, in_progress, '],
    ['with the same actor twice', lineOf({ actors: ['AI', 'AI'] }), 'Actors must not have the same item twice.'],
    ['with all its faults', lineOf({ cost: -1, type: '' }), 'Type must not be empty. Cost must be at least 0.'],
    ['with hundreds of faults, cut short', '{}', 'Status must be given. And 9 more.'],
  ])('%s', (_what, line, reason) => {
    const checked = check(Buffer.from(line))
    expect(checked.ok ? 'none' : checked.reason).toContain(reason)
  })

  test.each<[string, unknown]>([
    ['a number', 1763715600],
    ['no text', null],
    ['an empty text', ''],
    ['a day', '2026-01-01'],
    ['a time without an offset', '2026-01-01T00:00:00'],
    ['an offset of a day', '2026-01-01T00:00:00+24:00'],
    ['an offset that leads before the year 1', '0001-01-01T00:00:00+00:01'],
    ['an offset that leads behind the year 9999', '9999-12-31T23:59:59-00:01'],
    ['a leap second at noon', '2016-12-31T12:00:60Z'],
  ])('with %s for a time, and is told only of the time', (_what, createdAt) => {
    const reason = 'Created at must be a time that exists, such as 2026-11-21T09:30:00Z.'
    expect(check(Buffer.from(lineOf({ createdAt })))).toEqual({ ok: false, reason })
  })

  test('and its escaped names do not spoil later lines', () => {
    expect(check(Buffer.from(lineOf({}).replace('"id"', '"\\u0069d"')))).toEqual({ ok: true, entry })
    expect(check(Buffer.from(lineOf({})))).toEqual({ ok: true, entry })
  })
})

test.each([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
  ['2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.500Z'],
  ['2026-01-01T00:00:00.123999999Z', '2026-01-01T00:00:00.123Z'],
  ['2026-01-01T00:30:00.25+01:00', '2025-12-31T23:30:00.250Z'],
  ['2026-01-01t00:00:00z', '2026-01-01T00:00:00.000Z'],
  ['2026-03-01T00:00:00-00:00', '2026-03-01T00:00:00.000Z'],
  ['2024-02-29T23:59:59-23:59', '2024-03-01T23:58:59.000Z'],
  ['2017-01-01T00:59:60.5+01:00', '2017-01-01T00:00:00.500Z'],
])('the time %s is kept as %s', (createdAt, kept) => {
  expect(check(Buffer.from(lineOf({ createdAt })))).toEqual({ ok: true, entry: { ...entry, createdAt: kept } })
})

describe('lines', () => {
  const lineEnd = constantFrom('\n', '\r\n')
  const content = oneof(string({ unit: 'grapheme' }), constant('')).map((line) => line.replace(/[\r\n]/g, ''))

  test('are the same however the bytes are cut', async () => {
    await assert(
      asyncProperty(array(content), lineEnd, array(nat(200)), async (lines, end, cuts) => {
        const bytes = Buffer.from(lines.map((line) => line + end).join(''))
        const found = await collect(cut(bytes, cuts))
        expect(found.map((line) => line.bytes.toString())).toEqual(lines)
        expect(found.map(({ number }) => number)).toEqual(lines.map((_line, index) => index + 1))
        let byteOffset = 0
        expect(found.map((line) => line.byteOffset)).toEqual(
          lines.map((line) => (byteOffset += Buffer.byteLength(line + end))),
        )
      }),
      { numRuns: 200 },
    )
  })

  test('that are too long are told, and not held', async () => {
    const long = Array.from({ length: 100 }, () => Buffer.alloc(131_072, 'x'))
    const found = await collect([Buffer.from('a\n'), ...long, Buffer.from('\nb')])
    expect(found.map(({ isTooLong, byteOffset }) => ({ isTooLong, byteOffset }))).toEqual([
      { isTooLong: false, byteOffset: 2 },
      { isTooLong: true, byteOffset: 13_107_203 },
      { isTooLong: false, byteOffset: 13_107_204 },
    ])
    expect(found[1]?.bytes.length).toBeLessThan(400_000)
    expect(await collect([Buffer.alloc(131_072, 'x')])).toMatchObject([{ isTooLong: false }])
  })
})

test('rejected lines that the stored state does not know are taken back', async () => {
  const path = join(folder, 'rejected.ndjson')
  const lines = openRejectedLines(path)
  const rejected = (line: number) => ({ line, reason: 'is not JSON', bytes: Buffer.from('é'.repeat(3000)) })
  await lines.add([rejected(1), rejected(2)])
  const stored = readFileSync(path, 'utf8')
  await lines.add([rejected(3)])
  await lines[Symbol.asyncDispose]()
  expect(JSON.parse(stored.split('\n')[0] ?? '')).toMatchObject({ text: 'é'.repeat(2048) })
  expect(await lines.continueAfter(4)).toBe('incomplete')
  expect(await lines.continueAfter(2)).toBe('ready')
  expect(readFileSync(path, 'utf8')).toBe(stored)
  expect(await lines.continueAfter(0)).toBe('ready')
  expect(existsSync(path)).toBe(false)
})

function lineOf(changes: Record<string, unknown>): string {
  return JSON.stringify({ ...entry, ...changes })
}

async function collect(chunks: Iterable<Buffer>): Promise<Line[]> {
  async function* toStream() {
    yield* chunks
  }
  const lines: Line[] = []
  for await (const some of readLines(toStream(), { byteOffset: 0, line: 0 })) lines.push(...some)
  return lines
}

function cut(bytes: Buffer, cuts: number[]): Buffer[] {
  const places = [0, ...cuts.map((at) => at % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((to, index) => bytes.subarray(places[index], to))
}
