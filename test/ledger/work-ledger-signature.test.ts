import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addSignature,
  createSignature,
  findSlots,
  signEntries,
  type Signature,
  type Signed,
} from '../../server/db/work-ledger-signature.ts'

/** Texts with what folds in odd ways, and few letters otherwise, so that searches are found. */
const letter = fc.constantFrom(...Array.from('abcAB 0-éÉẞßİiΣσςKk𐐀𐐨日'))
const text = fc.array(letter, { maxLength: 30 }).map((letters) => letters.join(''))
const facets = fc.record({
  status: fc.constantFrom('completed', 'failed'),
  policyStatus: fc.constantFrom('compliant', 'non_compliant'),
  actors: fc.constantFrom('AI', 'HUMAN', 'HYBRID'),
  modelName: fc.constantFrom('Refund handling', 'Ticket triage'),
  type: fc.constantFrom('TWU', 'OTHER'),
})
const itself = (signed: Signed) => signed

const entry = fc.record({ texts: fc.array(text, { minLength: 1, maxLength: 5 }), facets })

describe('a signature', () => {
  test('never leaves out the block of an entry, whatever part of its texts and values is looked for', async () => {
    const parts = fc.record({
      entries: fc.array(entry, { minLength: 1, maxLength: 60 }),
      first: fc.nat(500),
      which: fc.nat(),
      from: fc.nat(),
      length: fc.integer({ min: 3, max: 12 }),
      kept: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(parts, async ({ entries, first, which, from, length, kept }) => {
        const signature = await signEntries(first, entries, itself)
        const index = which % entries.length
        const looked = entries[index]
        const letters = Array.from(looked?.texts[which % looked.texts.length] ?? '')
        const start = from % (letters.length + 1)
        const search = letters.slice(start, start + length).join('')
        const values = Object.fromEntries(Object.entries(looked?.facets ?? {}).filter((_, at) => kept[at]))
        const wanted = findSlots(search.length < 3 ? undefined : search, values)
        expect(isSet(signature, Math.floor((first + index) / 16), wanted)).toBe(true)
      }),
      { numRuns: 300, seed: 7 },
    )
  })

  test.each([
    ['istanbul', 'İSTANBUL'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['STRAẞE', 'straße'],
    ['Kelvin', 'KELVIN'],
    ['𐐀𐐁𐐂', '𐐨𐐩𐐪'],
  ])('%s is found as %s', async (written, search) => {
    const signature = await signEntries(0, [{ texts: [written], facets: {} }], itself)
    expect(isSet(signature, 0, findSlots(search, {}))).toBe(true)
  })

  test('leaves out nearly all blocks that lack what is looked for', async () => {
    const entries = Array.from({ length: 16_000 }, (_, at) => ({
      texts: [`Refund order ${at * 7919}`, `Checked the order of customer ${at} and paid the amount back.`],
      facets: { status: 'completed', modelName: 'Refund handling' },
    }))
    const signature = await signEntries(0, entries, itself)
    const found = (search: string | undefined, values = {}) =>
      count(signature, findSlots(search, values)) / signature.blocks
    expect(found('refund')).toBe(1)
    expect(found('onboarding')).toBeLessThan(0.01)
    expect(found(undefined, { modelName: 'Ticket triage' })).toBeLessThan(0.01)
    expect(found('Refund', { status: 'failed' })).toBeLessThan(0.01)
  })

  test('added to another keeps every bit, at its place', async () => {
    const parts = await Promise.all([
      signEntries(0, [{ texts: ['first'], facets: {} }], itself),
      signEntries(40, [{ texts: ['second'], facets: {} }], itself),
      signEntries(3000, [{ texts: ['third'], facets: {} }], itself),
    ])
    const merged = createSignature(0, 192)
    for (const part of parts) addSignature(merged, part)
    for (const [word, position] of [
      ['first', 0],
      ['second', 40],
      ['third', 3000],
    ] as const) {
      const wanted = findSlots(word, {})
      expect(isSet(merged, Math.floor(position / 16), wanted)).toBe(true)
      expect(count(merged, wanted)).toBe(1)
    }
  })
})

function count(signature: Signature, wanted: readonly number[]): number {
  const blocks = Array.from({ length: signature.blocks }, (_, at) => signature.firstBlock + at)
  return blocks.filter((block) => isSet(signature, block, wanted)).length
}

function isSet({ firstBlock, blocks, bits }: Signature, block: number, wanted: readonly number[]): boolean {
  const at = block - firstBlock
  return wanted.every((slot) => (((bits[(slot * blocks) / 8 + (at >> 3)] ?? 0) >> (at & 7)) & 1) === 1)
}
