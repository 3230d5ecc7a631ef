import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  policyStatusValues,
  workLedgerActorsValues,
  workLedgerStatusValues,
  type ListWorkLedgerEntriesQuery,
  type Resources,
} from '../../sdk/src/index.ts'
import { asObject } from '../../contract/json.ts'
import { createRawClient } from '../../sdk/src/raw.ts'
import { toWorkLedgerRow } from '../../server/db/work-ledger-entries.ts'
import { generatedEntries, insertLedgerRows } from '../helpers/data/work-ledger-entries.ts'
import { expectSameAnswers, startSides, type Sides } from '../sdk/testing/sides.ts'

/** Several values of one filter find what each of them finds, in the list, the sums and the file, on the service and on the test server. */
let sides: Sides
const entries = generatedEntries(120)

beforeAll(async () => {
  sides = await startSides({ workLedger: entries }, false)
  await insertLedgerRows(
    sides.service,
    entries.map((entry) => toWorkLedgerRow('acme', entry)),
  )
})
afterAll(() => sides.stop())

const valuesOf = {
  status: workLedgerStatusValues,
  policyStatus: policyStatusValues,
  actors: workLedgerActorsValues,
} as const

const filters: fc.Arbitrary<ListWorkLedgerEntriesQuery> = fc.record(
  {
    status: fc.shuffledSubarray([...valuesOf.status], { minLength: 1 }),
    policyStatus: fc.shuffledSubarray([...valuesOf.policyStatus], { minLength: 1 }),
    actors: fc.shuffledSubarray([...valuesOf.actors], { minLength: 1 }),
    // With a text, and with a range, other statements are sent.
    search: fc.constantFrom('the', 'refund'),
    costMin: fc.constantFrom(0.1, 1),
  },
  { requiredKeys: [] },
)

/** The same filter with one value each, in every combination. */
function singlesOf({
  status,
  policyStatus,
  actors,
  ...rest
}: ListWorkLedgerEntriesQuery): ListWorkLedgerEntriesQuery[] {
  const each = <Value>(values: Value | readonly Value[] | undefined) =>
    values === undefined ? [values] : [values].flat()
  return each(status).flatMap((status) =>
    each(policyStatus).flatMap((policyStatus) =>
      each(actors).map((actors) => ({ ...rest, status, policyStatus, actors })),
    ),
  )
}

async function idsOf(workLedger: Resources['workLedger'], query: ListWorkLedgerEntriesQuery): Promise<string[]> {
  const ids = []
  // Page by page, so that a cursor goes on with all of the values.
  for await (const { id } of workLedger.list({ ...query, size: 50 })) ids.push(id)
  return ids.sort()
}

async function countOf(workLedger: Resources['workLedger'], query: ListWorkLedgerEntriesQuery): Promise<number> {
  return (await workLedger.summarise({ ...query, groupBy: 'day' })).total.count
}

async function exportedOf(workLedger: Resources['workLedger'], query: ListWorkLedgerEntriesQuery): Promise<string[]> {
  const file = await new Response(await workLedger.export(query)).text()
  return file.split('\n').sort()
}

describe.each(['real', 'memory'] as const)('on the side %s', (name) => {
  test('the list, the sums and the file are those of the values together', async () => {
    const { workLedger } = sides[name].acme
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const singles = singlesOf(filter)
        const ids = (await Promise.all(singles.map((single) => idsOf(workLedger, single)))).flat()
        expect(await idsOf(workLedger, filter)).toEqual(ids.sort())
        expect(await countOf(workLedger, filter)).toBe(ids.length)
        const lines = (await Promise.all(singles.map((single) => exportedOf(workLedger, single)))).flat()
        expect((await exportedOf(workLedger, filter)).filter(Boolean)).toEqual(lines.filter(Boolean).sort())
      }),
      { numRuns: 40, seed: 54, examples: [[{ status: ['failed', 'pending'] }]] },
    )
  })

  test('one value is sent as a text or as a list, and an empty list is no filter', async () => {
    const { workLedger } = sides[name].acme
    const failed = await idsOf(workLedger, { status: 'failed' })
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length).toBeLessThan(entries.length)
    expect(await idsOf(workLedger, { status: ['failed'] })).toEqual(failed)
    expect(await idsOf(workLedger, { status: [] })).toHaveLength(entries.length)
    const raw = createRawClient(sides[name].client)
    const readRaw = async (status: 'failed' | ('failed' | 'pending')[]) => {
      const params = { path: { instanceId: 'acme' }, query: { status, size: 200 } }
      return (await raw.GET('/instances/{instanceId}/work-ledger', { params })).data?.content.map(({ id }) => id).sort()
    }
    expect(await readRaw('failed')).toEqual(failed)
    expect(await readRaw(['failed', 'pending'])).toEqual(await idsOf(workLedger, { status: ['failed', 'pending'] }))
  })

  test('a cursor goes on with the same values in any order, and with no others', async () => {
    const { workLedger } = sides[name].acme
    const { page } = await workLedger.list({ status: ['completed', 'failed'], size: 1 })
    const cursor = page.next ?? ''
    await workLedger.list({ status: ['failed', 'completed'], size: 1, cursor })
    await expect(workLedger.list({ status: 'completed', size: 1, cursor })).rejects.toThrow('belongs to another list')
  })
})

test('what is sent, and refused, is the same on both', async () => {
  // Those of the tests before are not compared.
  for (const side of [sides.real, sides.memory]) await side.takeAnswers()
  await expectSameAnswers(sides, async ({ send }) => {
    for (const list of ['', '/summary', '/export'])
      for (const query of [
        'status=failed,pending',
        'status=failed%2Cpending',
        'status=failed%2cpending&actors=AI,HYBRID&policyStatus=',
        'status=',
        'status=,',
        'status=failed,',
        'status=failed,nonsense,more',
        'status=failed,failed',
        'status=failed,%20pending',
        'status=failed&status=pending',
        'status=failed,failed,failed,failed,failed',
        'policyStatus=compliant,HYBRID&actors=AI,AI',
        'type=TWU,MANUAL',
        'modelName=a,b',
      ])
        await send('GET', `/work-ledger${list}?${query}`)
  })
})

test('a fault names the parameter and what it can be, as with one value', async () => {
  const faultsOf = async (query: string) => {
    const token = await sides.service.token('Viewer')
    const headers = { Authorization: `Bearer ${token}` }
    const response = await fetch(`${sides.service.baseUrl}/instances/acme/work-ledger?${query}`, { headers })
    return asObject(await response.json())['errors']
  }
  const unknown = await faultsOf('status=nonsense')
  expect(unknown).toEqual([
    {
      in: 'query',
      pointer: '/status',
      code: 'enum',
      message: 'Status must be completed, in_progress, pending or failed.',
    },
  ])
  expect(await faultsOf('status=failed,nonsense,more')).toEqual(unknown)
  expect(await faultsOf('status=failed,')).toEqual(unknown)
  expect(await faultsOf('status=failed,failed')).toMatchObject([{ pointer: '/status', code: 'uniqueItems' }])
  expect(await faultsOf('status=failed&status=pending')).toMatchObject([{ pointer: '/status', code: 'repeated' }])
})
