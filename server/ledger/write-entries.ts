import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/connection/pool.ts'
import type { WorkLedgerEntryRow } from '../db/work-ledger-entries.ts'
import { deleteShares, insertShares, type EntryShares } from '../db/work-ledger-shares.ts'
import {
  deleteEntries,
  findKnownEntries,
  insertEntries,
  lockLedger,
  type KnownEntry,
} from '../db/work-ledger-writes.ts'

export interface Written {
  inserted: number
  updated: number
  /** Rows that were not written: the stored entry, or another row with the same id, is as new or newer. */
  unchanged: number
  /** Rows that were not written, because a client reported the entry or a user reviewed it. */
  kept: ReadonlySet<WorkLedgerEntryRow>
}

/**
 * Writes entries of one instance and the sums by day, all or none. A new entry is inserted; a known entry is updated when
 * the `updatedAt` of the row is later. So writing the same entries again changes nothing. Of several rows with one id, the
 * last one with the latest `updatedAt` counts. Pass some thousand rows at once; each is held in memory twice.
 */
export async function writeEntries(
  db: Database,
  instanceId: string,
  rows: readonly WorkLedgerEntryRow[],
): Promise<Written> {
  return inTransaction(db, async (transaction) => {
    await lockLedger(transaction, instanceId)
    const known = await findKnownEntries(transaction, instanceId, idsOf(rows))
    const kept = new Set(rows.filter((row) => isKept(row, known.get(row.id))))
    const writable = rows.filter((row) => !kept.has(row))
    const latest = keepLatest(writable)
    const fresh = [...latest.values()].filter(({ id }) => !known.has(id))
    const newer = [...latest.values()].filter((row) => isNewer(row, known.get(row.id)))
    const written = [...fresh, ...newer]
    if (newer.length > 0) {
      await deleteEntries(transaction, instanceId, idsOf(newer))
      await deleteShares(transaction, instanceId, idsOf(newer))
    }
    if (written.length > 0) await insertEntries(transaction, written)
    await insertShares(transaction, instanceId, written.map(toShares))
    return { inserted: fresh.length, updated: newer.length, unchanged: writable.length - written.length, kept }
  })
}

/** Of an imported entry, only the agents are known that it shows. */
function toShares({ id, created_at, agents }: WorkLedgerEntryRow): EntryShares {
  const shares = (agents ?? []).map(({ id: agentId, name: agentName, ...sums }) => {
    return { agentId, agentName, aiModel: null, ...sums }
  })
  return { entryId: id, createdAt: created_at, shares }
}

function keepLatest(rows: readonly WorkLedgerEntryRow[]): Map<string, WorkLedgerEntryRow> {
  const latest = new Map<string, WorkLedgerEntryRow>()
  for (const row of rows) {
    const before = latest.get(row.id)
    if (!before || row.updated_at >= before.updated_at) latest.set(row.id, row)
  }
  return latest
}

/** A review that was imported may be imported again. */
function isKept(row: WorkLedgerEntryRow, known: KnownEntry | undefined): boolean {
  return known !== undefined && (known.isReported || (known.isReviewed && row.updated_at !== known.updated_at))
}

function isNewer(row: WorkLedgerEntryRow, known: KnownEntry | undefined): boolean {
  return known !== undefined && row.updated_at > known.updated_at
}

function idsOf(rows: readonly WorkLedgerEntryRow[]): string[] {
  return rows.map(({ id }) => id)
}
