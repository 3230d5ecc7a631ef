import type { Knex } from 'knex'
import { inTransaction } from '../db/client.ts'
import type { WorkLedgerEntryRow } from '../db/work-ledger-entries.ts'
import { insertSegment } from '../db/work-ledger-segments.ts'
import { copyEntries, findKnownEntries, lockLedger, updateEntries } from '../db/work-ledger-writes.ts'
import { signEntries } from '../db/work-ledger-signature.ts'

export interface Written {
  inserted: number
  updated: number
  /** Entries that were there, no older than what was sent. */
  unchanged: number
}

/**
 * Writes entries of one instance, all or none: new ones by COPY, known ones where `updatedAt` is later than what is
 * there. So the same entries can be written again. Of entries with the same id the one updated last counts; of
 * those, the last. Some thousands at once are a good number; all are held in memory twice.
 */
export async function writeEntries(
  db: Knex,
  instanceId: string,
  rows: readonly WorkLedgerEntryRow[],
): Promise<Written> {
  return inTransaction(db, async (transaction) => {
    const next = await lockLedger(transaction, instanceId)
    const latest = keepLatest(rows)
    const known = await findKnownEntries(transaction, instanceId, [...latest.keys()])
    const fresh = [...latest.values()].filter((row) => !known.has(row.id))
    const newer = [...latest.values()].filter((row) => isNewer(row, known.get(row.id)))
    const written = [...fresh, ...newer]
    // PostgreSQL is at work on the copy meanwhile.
    const [, signature] = await Promise.all([
      copyEntries(transaction, fresh, next),
      signEntries(next, written, toSigned),
    ])
    await updateEntries(transaction, newer, next + fresh.length)
    if (written.length > 0) await insertSegment(transaction, instanceId, signature)
    return {
      inserted: fresh.length,
      updated: newer.length,
      unchanged: rows.length - written.length,
    }
  })
}

function keepLatest(rows: readonly WorkLedgerEntryRow[]): Map<string, WorkLedgerEntryRow> {
  const latest = new Map<string, WorkLedgerEntryRow>()
  for (const row of rows) {
    const before = latest.get(row.id)
    if (!before || row.updated_at >= before.updated_at) latest.set(row.id, row)
  }
  return latest
}

function isNewer(row: WorkLedgerEntryRow, known: Date | undefined): boolean {
  return known !== undefined && row.updated_at > known
}

function toSigned(row: WorkLedgerEntryRow) {
  const { title, description, id, entity_id, related_entity } = row
  return {
    texts: [title, description, id, entity_id, related_entity],
    facets: {
      status: row.status,
      policyStatus: row.policy_status,
      actors: row.actors,
      modelName: row.model_name,
      type: row.type,
    },
  }
}
