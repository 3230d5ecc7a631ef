import type { TwuBacktest } from '../../spec/gen/openapi.gen.ts'
import { backtest, type TestedExecution } from '../../contract/rules/twu/backtest.ts'
import type { Database } from '../db/database.ts'
import { findSomeOperations } from '../db/executions.ts'
import type { TwuModelVersionRow } from '../db/twu-model-versions.ts'
import { toWorkLedgerEntry } from '../db/work-ledger-entries.ts'
import type { WorkLedgerFilter } from '../db/work-ledger-filter.ts'
import { findReportedEntries } from '../db/work-ledger-list.ts'
import type { Evaluator } from './evaluator.ts'

/** Tries a version on the newest executions that match, as many as there is time for. Null when no thread is free for it. */
export async function backtestVersion(
  { db, evaluator }: { db: Database; evaluator: Evaluator },
  instanceId: string,
  version: TwuModelVersionRow,
  filter: WorkLedgerFilter,
  size: number,
): Promise<TwuBacktest | null> {
  const entries = (await findReportedEntries(db, instanceId, filter, size)).map(toWorkLedgerEntry)
  const tested: TestedExecution[] = []
  const definition = { ...version, cases: [] }
  // The last execution takes half a second at most.
  const stopAt = performance.now() + evaluator.limitMs - 500
  let rest = entries
  while (rest.length > 0) {
    const ids = rest.map(({ id }) => id)
    const operations = await findSomeOperations(db, instanceId, ids)
    const some = rest.filter(({ id }) => operations.has(id))
    const executions = some.map(({ id }) => ({ model: 0, operations: operations.get(id) ?? '[]' }))
    const timeLeft = stopAt - performance.now()
    if (some.length === 0 || timeLeft < 0) break
    const results = await evaluator.compute([definition], executions, timeLeft)
    if (!results && tested.length === 0) return null
    for (const [at, entry] of some.entries()) {
      const computed = results?.[at]
      if (computed) tested.push({ entry, computed })
    }
    if ((results?.length ?? 0) < some.length) break
    rest = rest.slice(ids.lastIndexOf(some.at(-1)?.id ?? '') + 1)
  }
  return backtest(version, tested, entries.length)
}
