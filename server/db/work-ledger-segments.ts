import type { Knex } from 'knex'
import { copyBytes, copyFrom, createCopyWriter } from './copy.ts'
import { addSignature, createSignature, type Signature } from '../ledger/signature.ts'

/**
 * Adds the signature of entries that were written after all others. There is a segment for each such batch; when there
 * are many small ones, they become one.
 */
export async function insertSegment(db: Knex, instanceId: string, signature: Signature): Promise<void> {
  const latest = await db<SegmentRow>('work_ledger_segments')
    .where({ instance_id: instanceId })
    .orderBy('first_block', 'desc')
    .limit(mergedAtOnce - 1)
    .select('first_block', 'blocks')
  const [last] = latest
  const end = signature.firstBlock + signature.blocks
  const near = latest.filter(({ first_block }) => end - first_block <= mostBlocks)
  const first = near.at(-1)
  const isFull = first !== undefined && end - first.first_block + signature.blocks > mostBlocks
  if (first && (isFull || near.length === mergedAtOnce - 1)) {
    await replaceSegments(db, instanceId, first.first_block, signature)
  } else if (last && last.first_block >= signature.firstBlock) {
    // A small batch before it, or entries that somebody deleted: the blocks have a segment already.
    await replaceSegments(db, instanceId, signature.firstBlock, signature)
  } else {
    await insert(db, instanceId, signature)
  }
}

/**
 * For each segment, the slots asked for, one after the other: `blocks / 8` bytes each. Reads these bytes and no
 * others.
 */
export async function selectSlices(db: Knex, instanceId: string, slots: number[]): Promise<Slices[]> {
  const { rows } = await db.raw<{ rows: Slices[] }>(
    `select first_block as "firstBlock", blocks, string_agg(slice, '' order by at) as slices
       from work_ledger_segments,
            lateral (select at, substring(signature from slot * (blocks / 8) + 1 for blocks / 8) as slice
                       from unnest(?::integer[]) with ordinality as asked (slot, at)) sliced
      where instance_id = ?
      group by first_block, blocks`,
    [slots, instanceId],
  )
  return rows
}

export interface Slices {
  firstBlock: number
  blocks: number
  slices: Buffer
}

interface SegmentRow {
  instance_id: string
  first_block: number
  blocks: number
  signature: Buffer
}

/** So many segments become one, or fewer when another one would make more than `mostBlocks` of them: 8 MiB. */
const mergedAtOnce = 32
const mostBlocks = 4096

/** All from `firstBlock` on, and the new one, become one. */
async function replaceSegments(
  db: Knex,
  instanceId: string,
  firstBlock: number,
  signature: Signature,
): Promise<void> {
  const replaced = () =>
    db<SegmentRow>('work_ledger_segments')
      .where({ instance_id: instanceId })
      .where('first_block', '>=', firstBlock)
  const parts = await replaced().select('first_block', 'blocks')
  const ends = [
    signature.firstBlock + signature.blocks,
    ...parts.map((part) => part.first_block + part.blocks),
  ]
  const whole = createSignature(firstBlock, Math.max(...ends) - firstBlock)
  addSignature(whole, signature)
  // One by one: each has megabytes.
  for (const { first_block, blocks } of parts) {
    const bits = await copyBytes(db, replaced().where({ first_block }).select('signature').toQuery())
    if (bits) addSignature(whole, { firstBlock: first_block, blocks, bits })
  }
  await replaced().delete()
  await insert(db, instanceId, whole)
}

/** By COPY: after one value of megabytes, pg would allocate as much for every later message. */
async function insert(db: Knex, instanceId: string, signature: Signature): Promise<void> {
  const columns = ['instance_id', 'first_block', 'blocks', 'signature']
  await copyFrom(db, 'work_ledger_segments', columns, formatSegment(instanceId, signature))
}

function* formatSegment(instanceId: string, { firstBlock, blocks, bits }: Signature): Generator<Buffer> {
  const writer = createCopyWriter()
  writer.row(4)
  writer.text(instanceId)
  writer.integer(firstBlock)
  writer.integer(blocks)
  writer.bytesOf(bits.length)
  yield writer.take()
  for (let at = 0; at < bits.length; at += 65_536) yield bits.subarray(at, at + 65_536)
}
