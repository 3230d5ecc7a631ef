import { text } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract, resolve } from '../../contract/document.ts'
import { asObject } from '../../contract/json.ts'
import type { ExportWorkLedgerQuery, ListWorkLedgerEntriesQuery, WorkLedgerEntry } from '../../sdk/src/index.ts'
import { beginExport, countExports, exportPath as path, holdExports, usedConnections } from '../helpers/exports.ts'
import { rounds } from '../helpers/rounds.ts'
import { describeFaultyQueries } from '../helpers/ledger-queries.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { collect } from '../helpers/walks.ts'
import {
  insertLedgerEntries,
  generatedEntries,
  insertLedgerRows,
  ledgerFilters,
  ledgerRow,
} from '../helpers/data/work-ledger-entries.ts'

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

async function download(query: ExportWorkLedgerQuery) {
  const { data, fileName, response } = await service.acme('Viewer').workLedger.export(query).withResponse()
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
      { seed: 20261121, numRuns: rounds(4) },
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

describeFaultyQueries(() => service, path, [
  ['format=xlsx', 'query /format enum'],
  ['sort=title,asc', 'query /sort enum'],
  ['size=20', 'query /size unknown'],
  ['cursor=abc', 'query /cursor unknown'],
])

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
  test('the server reads no further than the client, and holds no lock and no connection', async () => {
    const { written, release } = holdExports()
    const answer = await beginExport(service)
    await until(async () => expect(await usedConnections(service)).toBe(0))
    await service.db.transaction(async (transaction) => {
      await transaction.raw('lock table work_ledger_entries in access exclusive mode')
    })
    const { page } = await service.acme('Viewer').workLedger.list()
    expect(written()).toBe(1)
    release()
    expect((await text(answer)).match(/\n/g)).toHaveLength(page.totalElements)
  })

  test('two of one caller at a time: one more is told to come again', async () => {
    holdExports()
    const before = await countExports(service, 499)
    const answers = await Promise.all([beginExport(service), beginExport(service)])
    expect(await service.request(path, { role: 'Viewer' })).toMatchObject({ status: 503 })
    expect(await service.request(`${path}?modelName=none`, { role: 'Manager' })).toMatchObject({ status: 200 })
    for (const answer of answers) answer.destroy()
    await until(async () => expect(await countExports(service, 499)).toBe(before + 2))
  })

  test('four at a time: one more is told to come again, until a client goes away', async () => {
    holdExports()
    const before = await countExports(service, 499)
    const roles = ['Viewer', 'Viewer', 'Manager', 'Manager'] as const
    const answers = await Promise.all(roles.map((role) => beginExport(service, role)))
    const fifth = await service.request(path)
    expect(fifth).toMatchObject({ status: 503, json: { code: 'temporarily_unavailable' } })
    expect(fifth.headers.get('retry-after')).toBe('1')
    for (const answer of answers) answer.destroy()
    await until(async () => expect(await countExports(service, 499)).toBe(before + 4))
    expect((await download({ modelName: 'none' })).text).toBe('')
  })

  test('one that goes away in the middle stops it', async () => {
    const { written, release } = holdExports()
    const before = await countExports(service, 499)
    const answer = await beginExport(service)
    answer.destroy()
    await until(async () => expect(await countExports(service, 499)).toBe(before + 1))
    await until(async () => expect(await usedConnections(service)).toBe(0))
    expect(written()).toBe(1)
    release()
  })

  test('a database that fails in the middle breaks the transfer off', async () => {
    const { release } = holdExports()
    const answer = await beginExport(service)
    await service.db.schema.renameTable('work_ledger_entries', 'mislaid')
    try {
      release()
      await expect(text(answer)).rejects.toThrow(/aborted|hang up|reset/)
    } finally {
      await service.db.schema.renameTable('mislaid', 'work_ledger_entries')
    }
    expect((await download({ modelName: 'none' })).text).toBe('')
  })
})
