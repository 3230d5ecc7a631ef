import type { Database } from '../db/database.ts'
import type { Operation } from '../contract/operation.ts'
import type { Position } from '../../contract/rules/pages.ts'
import type { WorkLedgerFilter } from '../db/work-ledger-filter.ts'
import { toWorkLedgerEntry } from '../db/work-ledger-entries.ts'
import { readWorkLedgerEntries } from '../db/work-ledger-list.ts'
import { busy } from '../../contract/rules/refusals.ts'
import { readSort } from './answers/paging.ts'
import { refuseEmptyRanges } from '../../contract/rules/ranges.ts'
import { exportFormats } from '../../contract/rules/export-formats.ts'
import { createSemaphore } from '../lib/semaphore.ts'

export const exportWorkLedger: Operation<'exportWorkLedger'> = async ({ path, query }, { db, caller }) => {
  const { format = 'ndjson', sort = 'createdAt,desc', ...filter } = query
  const emptyRanges = refuseEmptyRanges(filter)
  if (emptyRanges) return emptyRanges
  const place = await acquirePlace(caller.subject)
  if (!place) return busy
  const pages = readPages(db, path.instanceId, filter, sort)
  return {
    status: 200,
    headers: { 'Content-Disposition': `attachment; filename="work-ledger-${path.instanceId}.${format}"` },
    stream: { mediaType: exportFormats[format].mediaType, pieces: write(pages, format), close: () => place.dispose() },
  }
}

/** At most 4 exports at once in this process, 2 of one caller: each keeps the database busy from its first page to its last. */
const acquirePlace = createSemaphore(4, 2)

/** Large pages, because a search finds all its matches again for every page. */
const rowsPerPage = 500

/** Every page is a statement of its own, so that no connection is held while the client reads. */
async function* readPages(db: Database, instanceId: string, filter: WorkLedgerFilter, sort: string) {
  const page = { ...readSort(sort), size: rowsPerPage, offset: 0, total: null }
  let after: Position | null = null
  do {
    const found = await readWorkLedgerEntries(db, instanceId, filter, { ...page, after })
    yield found.rows.map(toWorkLedgerEntry)
    after = found.end
  } while (after)
}

async function* write(pages: ReturnType<typeof readPages>, format: keyof typeof exportFormats): AsyncGenerator<string> {
  const { beginning, writeEntry } = exportFormats[format]
  let prefix = beginning
  for await (const entries of pages) {
    // Also yields the text of an empty page: the answer waits for its first piece.
    yield prefix + entries.map(writeEntry).join('')
    prefix = ''
  }
}
