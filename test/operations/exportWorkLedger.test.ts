import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Role } from '../../contract/rules/roles.ts'
import { readContract, resolve } from '../../contract/document.ts'
import { asObject } from '../../contract/json.ts'
import type { ExportWorkLedgerQuery, ListWorkLedgerEntriesQuery, WorkLedgerEntry } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { collect } from '../helpers/walks.ts'
import {
  insertLedgerEntries,
  generatedEntries,
  insertLedgerRows,
  ledgerFilters,
  ledgerRow,
} from '../helpers/data/work-ledger-entries.ts'

const path = '/instances/acme/work-ledger/export'
const contract = await readContract()
const { properties } = resolve(contract.document, { $ref: '#/components/schemas/WorkLedgerEntry' })
const header = Object.keys(asObject(properties))
const entries = generatedEntries(1200)

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await insertLedgerEntries(service, 'acme', entries)
})
afterAll(() => service.close())

async function download(query: ExportWorkLedgerQuery, from = service) {
  const { data, fileName, response } = await from.acme('Viewer').workLedger.export(query).withResponse()
  return { text: await new Response(data).text(), fileName, headers: response.headers }
}

/** What the SDK would not send. */
function get(query: { modelName?: string; format: string }, headers: Record<string, string>) {
  return service.request(`${path}?${new URLSearchParams(query).toString()}`, { role: 'Viewer', headers })
}

function list(query: ListWorkLedgerEntriesQuery): Promise<WorkLedgerEntry[]> {
  return collect(service.acme('Viewer').workLedger.list({ ...query, size: 200 }))
}

function readNdjson(body: string): unknown[] {
  return body
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line))
}

/** RFC 4180, a character at a time. */
function readCsv(body: string): string[][] {
  const rows: string[][] = []
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  for (let at = 0; at < body.length; at++) {
    const [sign = '', next] = [body[at], body[at + 1]]
    if (isQuoted && sign === '"' && next === '"') {
      cell += '"'
      at++
    } else if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) cell += sign
    else if (sign === ',') {
      row.push(cell)
      cell = ''
    } else if (sign === '\r' && next === '\n') {
      rows.push([...row, cell])
      ;[row, cell] = [[], '']
      at++
    } else cell += sign
  }
  expect([row, cell, isQuoted]).toEqual([[], '', false])
  return rows
}

/** The entry's cells, as the contract describes them. */
function toCells(entry: WorkLedgerEntry): string[] {
  const values = new Map(Object.entries(entry))
  return header.map((name) => {
    const value = values.get(name) ?? ''
    if (typeof value === 'object')
      return Array.isArray(value) && name !== 'outcomes' ? value.map(String).join('+') : JSON.stringify(value)
    return typeof value === 'string' && /^[=+\-@'\t\r\n]/.test(value) ? `'${value}` : String(value)
  })
}

describe('200', () => {
  test('the whole ledger, an entry a line, in the order of the list', async () => {
    const { headers, fileName, text } = await download({})
    expect(headers.get('content-type')).toBe('application/x-ndjson')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`)
    expect(fileName).toBe('work-ledger-acme.ndjson')
    expect(headers.get('content-length')).toBeNull()
    expect(headers.get('etag')).toBeNull()
    expect(readNdjson(text)).toEqual(await list({}))
  })

  test('CSV has the names of the contract in its first row, and the same entries', async () => {
    const { headers, text } = await download({ format: 'csv' })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="work-ledger-acme.csv"')
    expect(readCsv(text)).toEqual([header, ...(await list({})).map(toCells)])
  })

  test('both give what the list gives, whatever the filters and the sort', async () => {
    const sort = fc.constantFrom<ExportWorkLedgerQuery['sort'][]>(
      'createdAt,asc',
      'updatedAt,desc',
      'cost,asc',
      'cost,desc',
      'activeTime,desc',
    )
    await fc.assert(
      fc.asyncProperty(ledgerFilters(entries), sort, async (filter, sort) => {
        const query = { ...filter, ...(sort && { sort }) }
        const [listed, ndjson, csv] = await Promise.all([
          list(query),
          download({ ...query, format: 'ndjson' }),
          download({ ...query, format: 'csv' }),
        ])
        expect(readNdjson(ndjson.text)).toEqual(listed)
        expect(readCsv(csv.text)).toEqual([header, ...listed.map(toCells)])
      }),
      { seed: 20261121, numRuns: 12 },
    )
  })

  test('nothing found is an empty file, and a header row alone', async () => {
    expect((await download({ modelName: 'none' })).text).toBe('')
    const { text } = await download({ modelName: 'none', format: 'csv' })
    expect(text).toBe(`${header.join(',')}\r\n`)
  })

  test('no cell is a formula; quotes, commas and line breaks come back as they were', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      `'=1`,
      'a "quoted", text',
      'two\r\nlines',
      'ü 漢 🎈',
    ]
    const rows = texts.map((title, at) =>
      ledgerRow({ id: `-text-${100 + at}`, title, description: `,${title}`, model_name: 'Texts', cost: at }),
    )
    await insertLedgerRows(service, rows)
    const { text } = await download({ modelName: 'Texts', sort: 'cost,asc', format: 'csv' })
    const [, ...cells] = readCsv(text)
    expect(cells.map(([id]) => id)).toEqual(rows.map(({ id }) => `'${id}`))
    expect(cells.map(([, title]) => title)).toEqual([
      ...texts.slice(0, 8).map((title) => `'${title}`),
      ...texts.slice(8),
    ])
    expect(cells.map(([, title]) => title?.replace(/^'/, ''))).toEqual(texts)
    expect(cells.map(([, , description]) => description)).toEqual(rows.map((row) => row.description))
  })

  test('a page of an allowed origin may read the name of the file', async () => {
    const { headers } = await get({ modelName: 'none', format: 'csv' }, { Origin: 'http://localhost:5173' })
    expect(headers.get('access-control-expose-headers')).toContain('Content-Disposition')
  })

  test.each([
    ['text/csv', 'csv'],
    ['application/x-ndjson, application/problem+json', 'ndjson'],
    ['text/*;q=0.5', 'csv'],
    ['*/*', 'ndjson'],
  ] as const)('"Accept: %s" is content with %s', async (Accept, format) => {
    expect((await get({ modelName: 'none', format }, { Accept })).status).toBe(200)
  })
})

describe('400', () => {
  test('a range that begins above its end', async () => {
    const refused = await refusal(download({ costMin: 2, costMax: 1, timeMin: 5, timeMax: 4 }))
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual(['query /costMin range', 'query /timeMin range'])
  })

  test.each([
    ['format=xlsx', 'query /format enum'],
    ['format=csv&format=csv', 'query /format repeated'],
    ['sort=title,asc', 'query /sort enum'],
    ['size=20', 'query /size unknown'],
    ['cursor=abc', 'query /cursor unknown'],
  ])('%s', async (query, fault) => {
    const answer = await service.request(`${path}?${query}`)
    expect([answer.status, faultsOf(answer)]).toEqual([400, [fault]])
  })
})

describe('406', () => {
  test.each([
    ['text/csv', 'ndjson'],
    ['application/x-ndjson', 'csv'],
    ['application/json', 'csv'],
    ['text/csv;q=0, */*', 'csv'],
  ] as const)('"Accept: %s" is not content with %s', async (Accept, format) => {
    const answer = await get({ format }, { Accept })
    expect(answer).toMatchObject({ status: 406, json: { code: 'not_acceptable' } })
  })
})

describe('a client that takes its time', () => {
  const many = 6000
  let busy: TestService
  beforeAll(async () => {
    busy = await startTestService({ databasePoolSize: 2 })
    await insertMany(busy, many)
  })
  afterAll(() => busy.close())

  test('the server reads no further than the client, and holds no lock and no connection', async () => {
    const answer = await begin(busy)
    await untilQuiet(busy)
    await expect.poll(() => usedConnections(busy)).toBe(0)
    await busy.db.transaction(async (transaction) => {
      await transaction.raw(`set local lock_timeout = '1s'`)
      await transaction.raw('lock table work_ledger_entries in access exclusive mode')
    })
    const body = await text(answer)
    expect(body.match(/\n/g)).toHaveLength(many)
  })

  test('two of one caller at a time: one more is told to come again', async () => {
    const answers = await Promise.all([begin(busy), begin(busy)])
    expect(await busy.request(path, { role: 'Viewer' })).toMatchObject({ status: 503 })
    expect(await busy.request(`${path}?modelName=none`, { role: 'Manager' })).toMatchObject({ status: 200 })
    const before = await countAnswers(busy, 499)
    await untilQuiet(busy)
    for (const answer of answers) answer.destroy()
    await vi.waitUntil(async () => (await countAnswers(busy, 499)) === before + 2, { timeout: 60_000 })
  })

  test('four at a time: one more is told to come again, until a client goes away', async () => {
    const before = await countAnswers(busy, 499)
    const answers = await Promise.all([
      begin(busy, 'Viewer'),
      begin(busy, 'Viewer'),
      begin(busy, 'Manager'),
      begin(busy, 'Manager'),
    ])
    const fifth = await busy.request(path)
    expect(fifth).toMatchObject({ status: 503, json: { code: 'temporarily_unavailable' } })
    expect(fifth.headers.get('retry-after')).toBe('1')
    await untilQuiet(busy)
    for (const answer of answers) answer.destroy()
    await vi.waitUntil(async () => (await countAnswers(busy, 499)) === before + 4, { timeout: 60_000 })
    expect((await download({ modelName: 'none' }, busy)).text).toBe('')
  })

  test('one that goes away while entries are read stops it', async () => {
    const before = await countAnswers(busy, 499)
    const answer = await begin(busy)
    answer.resume()
    await once(answer, 'data')
    answer.destroy()
    await vi.waitUntil(async () => (await countAnswers(busy, 499)) === before + 1, { timeout: 60_000 })
    await untilQuiet(busy)
    await expect.poll(() => usedConnections(busy)).toBe(0)
  })

  test('a database that fails in the middle breaks the transfer off', async () => {
    const answer = await begin(busy)
    await untilQuiet(busy)
    await busy.db.schema.renameTable('work_ledger_entries', 'mislaid')
    try {
      await expect(text(answer)).rejects.toThrow(/aborted|hang up|reset/)
    } finally {
      await busy.db.schema.renameTable('mislaid', 'work_ledger_entries')
    }
    expect((await download({ modelName: 'none' }, busy)).text).toBe('')
  })
})

/**
 * An answer that has begun, of which nothing is read yet. Sent again after a 503: an export that ended just now, of another
 * test too, may hold its slot for a moment.
 */
async function begin(service: TestService, role: Role = 'Viewer'): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${await service.token(role)}` }
  // A connection of its own: one that carried much before takes 24 MB at once.
  const sent = request(service.baseUrl + path, { headers, agent: false })
  sent.end()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  })
  if (answer.statusCode === 200) return answer
  answer.resume()
  if (answer.statusCode !== 503) throw new Error(`The export was answered ${answer.statusCode}.`)
  return begin(service, role)
}

/** Until the service has asked its database nothing for a while. */
async function untilQuiet(service: TestService): Promise<void> {
  let before
  for (let now = await lastQuery(service); now !== before; now = await lastQuery(service)) {
    before = now
    await sleep(250)
  }
}

async function lastQuery({ db }: TestService): Promise<string> {
  const { rows } = await db.raw<{ rows: { at: string | null }[] }>(
    `select max(query_start) as at from pg_stat_activity
      where datname = current_database() and query like '%work_ledger_%' and pid <> pg_backend_pid()`,
  )
  return String(rows[0]?.at)
}

async function usedConnections({ managementUrl }: TestService): Promise<number> {
  const metrics = await (await fetch(`${managementUrl}/metrics`)).text()
  return Number(/^database_pool_used (\d+)$/m.exec(metrics)?.[1])
}

async function countAnswers({ managementUrl }: TestService, status: number): Promise<number> {
  const metrics = await (await fetch(`${managementUrl}/metrics`)).text()
  const series = `http_request_duration_seconds_count{operation="exportWorkLedger",method="GET",status="${status}"} `
  const line = metrics.split('\n').find((line) => line.startsWith(series))
  return Number(line?.slice(series.length) ?? 0)
}

/** Some 24 MB: more than sockets hold. */
async function insertMany(service: TestService, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) =>
    ledgerRow({
      id: `many-${at}`,
      description: 'x'.repeat(4000),
      created_at: new Date(Date.UTC(2026, 0, 1) - at * 1000).toISOString(),
    }),
  )
  for (let at = 0; at < count; at += 500) await insertLedgerRows(service, rows.slice(at, at + 500))
}
