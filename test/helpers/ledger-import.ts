import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { asObject } from '../../contract/json.ts'
import { insertInstance } from '../../server/db/instances.ts'
import { toWorkLedgerEntry, type WorkLedgerEntryRow } from '../../server/db/work-ledger-entries.ts'
import { ledgerEntry } from './data/work-ledger-entries.ts'
import { openTestDatabase, type OpenTestDatabase } from './programs/postgres.ts'

/** Lines that are stored together, blank ones included. */
export const batch = 8000

/** A database for the imports of a file of tests. Each test has an instance and a file to import of its own. */
export function useImports(): Imports {
  let database: OpenTestDatabase
  let folder: string
  let count = 0
  beforeAll(async () => {
    database = await openTestDatabase(inject('databaseUrl'))
    folder = mkdtempSync(join(tmpdir(), 'ledger-import-'))
  })
  beforeEach(async () => {
    count += 1
    await insertInstance(database.db, { id: imports.instance, name: 'Acme' })
  })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  const imports: Imports = {
    get db() {
      return database.db
    },
    get url() {
      return database.url
    },
    get instance() {
      return `acme-${count}`
    },
    get file() {
      return imports.path('entries.ndjson')
    },
    path: (name) => join(folder, `${count}-${name}`),
    async readEntries() {
      const stored = database.db<WorkLedgerEntryRow>('work_ledger_entries').where({ instance_id: imports.instance })
      return (await stored.orderBy('id')).map(toWorkLedgerEntry)
    },
    readRejected() {
      const lines = readFileSync(`${imports.file}.rejected.ndjson`, 'utf8').split('\n').slice(0, -1)
      return lines.map((line) => asObject(JSON.parse(line)))
    },
  }
  return imports
}

interface Imports {
  readonly db: Knex
  readonly url: string
  /** The instance of this test. */
  readonly instance: string
  /** The file that this test imports. */
  readonly file: string
  /** Another file of this test. */
  path(name: string): string
  readEntries(): Promise<(typeof ledgerEntry)[]>
  readRejected(): Record<string, unknown>[]
}

export function lineOf(changes: Record<string, unknown> = {}): string {
  return JSON.stringify({ ...ledgerEntry, ...changes })
}

export function readCounts(stdout: string) {
  const counts = [...stdout.matchAll(/: +([\d,]+)/g)].map(([, count = '']) => Number(count.replaceAll(',', '')))
  const [read, inserted, updated, unchanged, aside] = counts
  return { read, inserted, updated, unchanged, aside }
}
