import type { Knex } from 'knex'
import { joinAll, matchesValues } from './work-ledger-conditions.ts'
import type { WorkLedgerFilter } from './work-ledger-filter.ts'

/** How many entries the instance has, and how many of them have these values, however many there are. */
export async function countByValues(
  db: Knex,
  instanceId: string,
  filter: WorkLedgerFilter,
): Promise<{ all: number; matching: number }> {
  const values = joinAll(matchesValues(filter))
  const { rows } = await db.raw<{ rows: { all: number; matching: number }[] }>(
    `select coalesce(sum(entries), 0)::bigint as all,
            coalesce(sum(entries) filter (where ${values.sql}), 0)::bigint as matching
       from work_ledger_counts where instance_id = ?`,
    [...values.values, instanceId],
  )
  return rows[0] ?? { all: 0, matching: 0 }
}
