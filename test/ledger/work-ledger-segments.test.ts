import * as fc from 'fast-check'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { insertInstance } from '../../server/db/instances.ts'
import { insertSegment, selectSlices } from '../../server/db/work-ledger-segments.ts'
import { createSignature } from '../../server/db/work-ledger-signature.ts'
import { openTestDatabase, type OpenTestDatabase } from '../helpers/postgres.ts'

let database: OpenTestDatabase
let db: Knex
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'))
  db = database.db
})
afterAll(() => database.close())

/** What a write of entries does to the segments, as if each of its entries had set this slot. */
async function write(instanceId: string, first: number, entries: number, slot: number): Promise<void> {
  const firstBlock = Math.floor(first / 128) * 8
  const signature = createSignature(firstBlock, Math.ceil((first + entries) / 128) * 8 - firstBlock)
  for (let position = first; position < first + entries; position++) {
    const block = Math.floor(position / 16) - firstBlock
    const at = (slot * signature.blocks) / 8 + (block >> 3)
    signature.bits[at] = (signature.bits[at] ?? 0) | (1 << (block & 7))
  }
  await db.transaction((transaction) => insertSegment(transaction, instanceId, signature))
}

async function isSet(instanceId: string, position: number, slot: number): Promise<boolean> {
  const block = Math.floor(position / 16)
  const segments = await selectSlices(db, instanceId, [slot])
  return segments.some(({ firstBlock, slices }) => {
    const at = block - firstBlock
    return at >= 0 && (((slices[at >> 3] ?? 0) >> (at & 7)) & 1) === 1
  })
}

test('whatever is written, and deleted by hand, every entry that is there has its bits', async () => {
  const step = fc.record({
    entries: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 200 }) },
      fc.constantFrom(8192, 30_000),
    ),
    slot: fc.nat(16_383),
    /** The share of the ledger that somebody deletes first, from its end. */
    deleted: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.constantFrom(0.001, 0.3, 1)),
  })
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const instanceId = `run-${runs++}`
      await insertInstance(db, { id: instanceId, name: 'Run' })
      let written: { first: number; entries: number; slot: number }[] = []
      for (const { entries, slot, deleted } of steps) {
        const length = (written.at(-1)?.first ?? 0) + (written.at(-1)?.entries ?? 0)
        const left = Math.floor(length * (1 - deleted))
        written = written.filter((one) => one.first + one.entries <= left)
        const last = written.at(-1)
        const next = last ? last.first + last.entries : 0
        await write(instanceId, next, entries, slot)
        written.push({ first: next, entries, slot })
      }
      for (const { first, entries, slot } of written) {
        expect(await isSet(instanceId, first, slot)).toBe(true)
        expect(await isSet(instanceId, first + entries - 1, slot)).toBe(true)
      }
    }),
    { numRuns: 15, seed: 5 },
  )
}, 60_000)

test('small writes leave 32 segments at most, and a full one is written once', async () => {
  await insertInstance(db, { id: 'single', name: 'Single' })
  // Up to where a segment is full, and beyond.
  await write('single', 0, 65_000, 1)
  const large = new Set<string>()
  for (let position = 65_000; position < 66_000; position += 10) {
    await write('single', position, 10, 2)
    const segments: { blocks: number; xmin: string }[] = await db('work_ledger_segments')
      .where({ instance_id: 'single' })
      .select('blocks', db.raw('xmin::text'))
    expect(segments.length).toBeLessThanOrEqual(32)
    for (const { blocks, xmin } of segments) if (blocks > 1000) large.add(xmin)
  }
  // As it was first, and once more when nothing else fitted into it.
  expect(large.size).toBe(2)
})
