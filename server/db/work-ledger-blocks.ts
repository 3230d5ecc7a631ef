import type { Knex } from 'knex'
import { entriesPerBlock, findSlots } from './work-ledger-signature.ts'
import type { WorkLedgerFilter } from './work-ledger-filter.ts'
import { selectSlices, type Slices } from './work-ledger-segments.ts'

/** The blocks of an instance's ledger that can hold matches of the search and the exact filters. */
export interface Blocks {
  /** How many there are. */
  count: number
  /** A bit for each block of the ledger, block 0 first, in the least significant bit of the first byte. */
  bitmap: Buffer
}

/** Null when the filter leaves out no block. */
export async function findBlocks(
  db: Knex,
  instanceId: string,
  filter: WorkLedgerFilter,
): Promise<Blocks | null> {
  const slots = findSlots(filter.search, filter)
  if (slots.length === 0) return null
  const segments = await selectSlices(db, instanceId, slots)
  const end = Math.max(0, ...segments.map(({ firstBlock, blocks }) => firstBlock + blocks))
  const bitmap = Buffer.alloc(end / 8)
  for (const segment of segments) addMatches(bitmap, segment, slots.length)
  // Its last blocks may not be full: what is written next is in no signature that was read here.
  bitmap.fill(0xff, Math.max(0, bitmap.length - 1))
  return { count: countBits(bitmap), bitmap }
}

/** Numbers of the blocks, in order. */
export function listBlocks({ bitmap }: Blocks): number[] {
  const numbers: number[] = []
  bitmap.forEach((byte, at) => {
    for (let bit = 0; byte >> bit > 0; bit++) if ((byte >> bit) & 1) numbers.push(at * 8 + bit)
  })
  return numbers
}

/** SQL for "this entry lies in one of the blocks": whatever was written since they were found does. */
export function isInBlocks({ bitmap }: Blocks): { sql: string; values: (Buffer | number)[] } {
  const block = `position / ${entriesPerBlock}`
  return {
    sql: `case when ${block} < ? then get_bit(?::bytea, ${block}) = 1 else true end`,
    values: [bitmap.length * 8, bitmap],
  }
}

/** A block matches when its bit is set in every slot that was asked for. */
function addMatches(bitmap: Buffer, { firstBlock, blocks, slices }: Slices, slots: number): void {
  const width = blocks / 8
  for (let byte = 0; byte < width; byte++) {
    let matching = 0xff
    for (let slot = 0; slot < slots; slot++) matching &= slices[slot * width + byte] ?? 0
    const at = firstBlock / 8 + byte
    bitmap[at] = (bitmap[at] ?? 0) | matching
  }
}

function countBits(bitmap: Buffer): number {
  let count = 0
  for (const byte of bitmap) for (let rest = byte; rest > 0; rest &= rest - 1) count++
  return count
}
