import type { Knex } from 'knex'
import { copyBytes, copyFrom, createCopyWriter } from './copy.ts'
import { addSignature, createSignature, type Signature } from './work-ledger-signature.ts'

/**
 * Adds the signature of entries that were written after all others. There is a segment for each such batch; when there
 * are many small ones, or as many as a large one can hold, they become one.
 */
export async function insertSegment(db: Knex, instanceId: string, signature: Signature): Promise<void> {
  const { firstBlock, blocks } = signature
  const end = firstBlock + blocks
  const latest = await findLatest(db, instanceId, firstBlock)
  // Not one that reaches as far as this: it would be written again with every small batch.
  const near = latest.filter(
    (one) => end - one.first_block <= mostBlocks && one.first_block + one.blocks < end,
  )
  const first = near.at(-1)
  const isFull = first !== undefined && end - first.first_block + blocks > mostBlocks
  if (latest[0]?.first_block === firstBlock) {
    await replaceSegments(db, instanceId, firstBlock, signature)
  } else if (first && (isFull || near.length === mergedAtOnce - 1)) {
    await replaceSegments(db, instanceId, first.first_block, signature)
  } else {
    await insert(db, instanceId, signature)
  }
}

/** The last segments that begin no later. What begins later belongs to entries that somebody deleted, and goes. */
async function findLatest(
  db: Knex,
  instanceId: string,
  firstBlock: number,
): Promise<Pick<SegmentRow, 'first_block' | 'blocks'>[]> {
  const segments = () => db<SegmentRow>('work_ledger_segments').where({ instance_id: instanceId })
  const find = () =>
    segments()
      .orderBy('first_block', 'desc')
      .limit(mergedAtOnce - 1)
      .select('first_block', 'blocks')
  const latest = await find()
  if (latest[0] === undefined || latest[0].first_block <= firstBlock) return latest
  await segments().where('first_block', '>', firstBlock).delete()
  return find()
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

/** All from `firstBlock` on, and the new one, become one that ends where the new one does, as the ledger does. */
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
  const whole = createSignature(firstBlock, signature.firstBlock + signature.blocks - firstBlock)
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
