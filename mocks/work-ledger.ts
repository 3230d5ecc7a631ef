import type { components, operations } from '../spec/openapi.gen.ts'
import type { Operation } from '../server/contract.ts'
import type { PageOfRows, PageRequest } from '../server/db/pages.ts'
import { ledgerEntryNotFound } from '../server/operations/answers/refusals.ts'
import { isHeld } from '../server/operations/answers/etag.ts'
import { describePage, readPage } from '../server/operations/answers/paging.ts'
import { refuseEmptyRanges } from '../server/operations/answers/empty-ranges.ts'

export type WorkLedgerEntry = components['schemas']['WorkLedgerEntry']

type Query = NonNullable<operations['listWorkLedgerEntries']['parameters']['query']>

/**
 * The work ledger over entries in memory. Shares nothing with the one in PostgreSQL but how paging parameters and
 * ranges are read, so that each is a check of the other (test/ledger/work-ledger-differential.test.ts).
 */
export function createWorkLedger(entries: readonly WorkLedgerEntry[]): WorkLedger {
  const records = entries.map((entry) => ({ entry, text: searchedText(entry) }))
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return {
    listWorkLedgerEntries: async ({ path, query }) => {
      const emptyRanges = refuseEmptyRanges(query)
      if (emptyRanges) return emptyRanges
      const read = readPage(query, ['work-ledger', path.instanceId], sortKeys)
      if (!read.ok) return read.answer
      const matching = records.filter(matcher(query)).map(({ entry }) => entry)
      const found = takePage(matching, read.page)
      return { status: 200, body: { content: found.rows, page: describePage(read, found) } }
    },

    getWorkLedgerEntry: async ({ path, headers }) => {
      const entry = byId.get(path.entryId)
      if (!entry) return ledgerEntryNotFound
      const ETag = `"${Date.parse(entry.updatedAt)}"`
      if (isHeld(headers['If-None-Match'], ETag)) return { status: 304, headers: { ETag } }
      return { status: 200, headers: { ETag }, body: entry }
    },
  }
}

export interface WorkLedger {
  listWorkLedgerEntries: Operation<'listWorkLedgerEntries'>
  getWorkLedgerEntry: Operation<'getWorkLedgerEntry'>
}

/** NUL, which no text holds, keeps a search from matching across two fields. */
function searchedText({ title, description, id, entityId, relatedEntity }: WorkLedgerEntry): string {
  return foldCase([title, description, id, entityId, relatedEntity].join('\0'))
}

/**
 * Lower case as PostgreSQL's C.UTF-8 knows it: letter by letter, one for one. JavaScript looks at the letters around
 * a Σ, and makes two of İ, the only letter whose lower case is longer.
 */
export function foldCase(text: string): string {
  return Array.from(text.replaceAll('İ', 'i'), (letter) => letter.toLowerCase()).join('')
}

/** The expression is the field's name. */
const sortKeys = {
  createdAt: { expression: 'createdAt', type: 'timestamptz' },
  updatedAt: { expression: 'updatedAt', type: 'timestamptz' },
  cost: { expression: 'cost', type: 'float8' },
  activeTime: { expression: 'activeTime', type: 'float8' },
} as const

function matcher(query: Query): (record: { entry: WorkLedgerEntry; text: string }) => boolean {
  const { status, type, policyStatus, actors, modelName, search = '' } = query
  const { costMin = -Infinity, costMax = Infinity, timeMin = -Infinity, timeMax = Infinity } = query
  const wanted = foldCase(search)
  return ({ entry, text }) =>
    (status === undefined || entry.status === status) &&
    (type === undefined || entry.type === type) &&
    (policyStatus === undefined || entry.policyStatus === policyStatus) &&
    (actors === undefined || kindOf(entry.actors) === actors) &&
    (modelName === undefined || entry.modelName === modelName) &&
    entry.cost >= costMin &&
    entry.cost <= costMax &&
    entry.activeTime >= timeMin &&
    entry.activeTime <= timeMax &&
    text.includes(wanted)
}

function kindOf(actors: WorkLedgerEntry['actors']): components['schemas']['WorkLedgerActors'] {
  const [only = 'AI', other] = actors
  return other === undefined ? only : 'HYBRID'
}

function takePage(matching: readonly WorkLedgerEntry[], page: PageRequest): PageOfRows<WorkLedgerEntry> {
  const { after, offset, size } = page
  const isBefore = order(page)
  const placed = matching
    .map((entry) => ({ entry, id: entry.id, value: sortValue(entry, page) }))
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
  const start = after && { id: after.id, value: readValue(after.value, page) }
  const following = start ? placed.filter((item) => isBefore(start, item)) : placed.slice(offset)
  const rows = following.slice(0, size)
  const last = rows.at(-1)
  return {
    rows: rows.map(({ entry }) => entry),
    total: matching.length,
    totalIsExact: true,
    end: last && following.length > size ? { id: last.id, value: String(last.value) } : null,
  }
}

interface Place {
  /** Timestamps all have one form, so that their texts sort as they do. */
  value: string | number
  id: string
}

function order({ descending }: PageRequest): (a: Place, b: Place) => boolean {
  const isLess = (a: Place, b: Place) => a.value < b.value || (a.value === b.value && a.id < b.id)
  return descending ? (a, b) => isLess(b, a) : isLess
}

function sortValue(entry: WorkLedgerEntry, { sort }: PageRequest): string | number {
  if (!isSortField(sort.expression)) throw new Error(`Entries are not sorted by ${sort.expression}.`)
  return entry[sort.expression]
}

function isSortField(name: string): name is keyof typeof sortKeys {
  return Object.hasOwn(sortKeys, name)
}

function readValue(text: string, { sort }: PageRequest): string | number {
  return sort.type === 'float8' ? Number(text) : text
}
