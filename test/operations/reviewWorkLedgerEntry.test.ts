import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toWorkLedgerRow } from '../../server/db/work-ledger-entries.ts'
import { writeEntries } from '../../server/ledger/write-entries.ts'
import { check, execution } from '../helpers/data/executions.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal, settle } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
let modelId: string
beforeAll(async () => {
  service = await startTestService()
  const models = twuModels(service)
  const policies = [{ name: 'cheap', expression: 'sum(operations.map(o, o.cost)) < 0.01' }]
  const { body } = await models.create({ ...completeInput(), policies })
  await models.publish(body.id)
  modelId = body.id
})
afterAll(() => service.close())

const ledger = (role: 'Viewer' | 'Manager' | 'Administrator' = 'Manager') => service.acme(role).workLedger
const decision = { policyStatus: 'compliant', reason: 'Checked by phone.' } as const

/** An execution whose policy is not met, so that it waits for a review. */
const report = (id: string, given: Partial<Parameters<typeof execution>[0]> = {}) =>
  service.keyless('Administrator').executions.report(modelId, execution({ id, operations: [check], ...given }))

describe('200', () => {
  test('the entry has what was decided beside what was computed, by whom and when', async () => {
    const before = await report('decided')
    const { data: entry, version } = await ledger().review('decided', decision).withResponse()
    const { at, by } = entry.review ?? expect.fail()
    expect(entry).toEqual({
      ...before,
      updatedAt: at,
      policyStatus: 'compliant',
      review: {
        computed: 'review_required',
        decided: 'compliant',
        reason: 'Checked by phone.',
        by,
        at,
      },
    })
    expect(at > before.updatedAt).toBe(true)
    const read = await ledger('Viewer').get('decided').withResponse()
    expect([read.data, read.version]).toEqual([entry, version])
    expect((await ledger('Viewer').operations.list('decided')).items).toHaveLength(1)
  })

  test('what was reviewed leaves the open reviews, and the sums count it as what was decided', async () => {
    const query = { entityId: 'counted' } as const
    const count = async () => {
      const { openReviews, groups } = await ledger().summarise({ ...query, groupBy: 'policyStatus' })
      const open = await ledger().list({ ...query, review: 'open', sort: 'createdAt,asc' })
      const done = await ledger().list({ ...query, review: 'done' })
      const ids = [open, done].map(({ items }) => items.map(({ id }) => id))
      return { openReviews, groups: groups.map(({ key, count }) => [key, count]), ids }
    }
    for (const id of ['counted-1', 'counted-2']) await report(id, query)
    await report('counted-3', { ...query, status: 'in_progress' })
    expect(await count()).toEqual({
      openReviews: 2,
      groups: [['review_required', 3]],
      ids: [['counted-1', 'counted-2'], []],
    })
    const whole = async () => (await ledger().summarise({ review: 'open' })).total.count
    const before = await whole()
    expect(before).toBe((await ledger().summarise()).openReviews)
    await ledger('Administrator').review('counted-1', { policyStatus: 'non_compliant', reason: 'No.' })
    expect(await count()).toEqual({
      openReviews: 1,
      groups: [
        ['review_required', 2],
        ['non_compliant', 1],
      ],
      ids: [['counted-2'], ['counted-1']],
    })
    expect(await whole()).toBe(before - 1)
    expect((await ledger().summarise({ review: 'done', policyStatus: 'non_compliant' })).total.count).toBe(1)
  })

  test('it leaves a record', async () => {
    await report('recorded')
    const { review } = await ledger().review('recorded', decision)
    const { items } = await service.acme('Manager').changes.list({ resourceId: 'recorded' })
    expect(items.map(({ kind, operation }) => [kind, operation])).toEqual([
      ['updated', 'reviewWorkLedgerEntry'],
      ['flagged', 'reportExecution'],
    ])
    expect(items[0]).toMatchObject({
      actor: review?.by,
      resource: { type: 'work_ledger', id: 'recorded', name: 'Refund order 48-1177' },
      difference: [
        { pointer: '/policyStatus', before: 'review_required', after: 'compliant' },
        { pointer: '/review', after: review },
      ],
    })
  })

  test('an imported entry is reviewed, too, and no import changes it then', async () => {
    const row = ledgerRow({ id: 'imported', policy_status: 'review_required', updated_at: '2090-01-01T00:00:00.000Z' })
    await insertLedgerRows(service, [row])
    const entry = await ledger().review('imported', decision)
    expect(entry.updatedAt).toBe('2090-01-01T00:00:00.001Z')
    const later = { ...row, updated_at: '2091-01-01T00:00:00.000Z' }
    expect((await writeEntries(service.db, 'acme', [later])).kept.has(later)).toBe(true)
    const again = await writeEntries(service.db, 'acme', [toWorkLedgerRow('acme', entry)])
    expect([again.unchanged, again.kept.size]).toEqual([1, 0])
    expect(await ledger().get('imported')).toEqual(entry)
  })

  test('a review is imported with its entry', async () => {
    await report('moved')
    const entry = await ledger().review('moved', decision)
    await writeEntries(service.db, 'other', [toWorkLedgerRow('other', entry)])
    expect(
      await service
        .client('Viewer', { instances: ['other'] })
        .instance('other')
        .workLedger.get('moved'),
    ).toEqual(entry)
  })
})

describe('409', () => {
  test('only finished work that needs a review is reviewed, and only once', async () => {
    await report('once')
    await ledger().review('once', decision)
    await report('running', { status: 'in_progress' })
    await insertLedgerRows(service, [ledgerRow({ id: 'fine' })])
    for (const id of ['once', 'running', 'fine'])
      expect(await refusal(ledger().review(id, decision))).toMatchObject({ status: 409, code: 'review_not_required' })
  })

  test('of reviewers at the same time one wins', async () => {
    const { updatedAt } = await report('raced')
    const ifMatch = `"${Date.parse(updatedAt)}"`
    const { answers, refusals } = await settle([
      ledger().review('raced', decision),
      ledger('Administrator').review('raced', { policyStatus: 'non_compliant', reason: 'No.' }),
      ledger().review('raced', decision, { ifMatch }),
      ledger('Administrator').review('raced', { policyStatus: 'non_compliant', reason: 'No.' }, { ifMatch }),
    ])
    expect(answers).toHaveLength(1)
    expect(refusals.map(({ status }) => [409, 412].includes(status ?? 0))).toEqual([true, true, true])
    expect(await ledger().get('raced')).toEqual(answers[0])
  })
})

test('412: the entry changed since it was read', async () => {
  await report('changed', { status: 'in_progress' })
  const { version } = await ledger().get('changed').withResponse()
  await report('changed')
  const refused = refusal(ledger().review('changed', decision, { ifMatch: version }))
  expect(await refused).toMatchObject({ status: 412, code: 'precondition_failed' })
})

test.each([
  ['body /policyStatus enum', { ...decision, policyStatus: 'review_required' }],
  ['body /reason pattern', { ...decision, reason: ' ' }],
  ['body /reason required', { policyStatus: 'compliant' }],
])('400: %s', async (fault, body) => {
  const answer = await service.request('/instances/acme/work-ledger/decided/review', { method: 'POST', body })
  expect([answer.status, faultsOf(answer)]).toEqual([400, [fault]])
})
