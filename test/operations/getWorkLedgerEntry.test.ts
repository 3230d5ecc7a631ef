import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../helpers/service.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'

const path = '/instances/acme/work-ledger'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await insertLedgerRows(service, [
    ledgerRow({ id: 'both' }),
    ledgerRow({ id: 'ai', actors: 'AI', cost: 0, active_time: 0 }),
    ledgerRow({ id: 'human', actors: 'HUMAN', cost: 1e12, active_time: 0.1 + 0.2, description: '' }),
    ledgerRow({ id: 'both', instance_id: 'other', title: 'Not yours' }),
    ledgerRow({ id: 'foreign', instance_id: 'other' }),
  ])
})
afterAll(() => service.close())

describe('200', () => {
  test('an entry has every field as it was recorded', async () => {
    const { data, version } = await service.acme('Viewer').workLedger.get('both').withResponse()
    expect(data).toEqual({
      id: 'both',
      title: 'Refund order 48-1177',
      description: 'Checked the order and paid the amount back.',
      type: 'TWU',
      status: 'completed',
      createdAt: '2026-11-20T08:14:03.120Z',
      updatedAt: '2026-11-20T08:16:41.007Z',
      entityId: 'order-48-1177',
      relatedEntity: 'Order 48-1177',
      actors: ['AI', 'HUMAN'],
      activeTime: 157.9,
      cost: 0.42,
      policyStatus: 'compliant',
      modelName: 'Refund handling',
    })
    expect(version).toMatch(/^"[^"]+"$/)
  })

  test.each([
    ['ai', { actors: ['AI'], cost: 0, activeTime: 0 }],
    ['human', { actors: ['HUMAN'], cost: 1_000_000_000_000, activeTime: 0.30000000000000004, description: '' }],
  ])('actors are a list, and numbers keep every digit: %s', async (id, fields) => {
    expect(await service.acme().workLedger.get(id)).toMatchObject(fields)
  })

  test('an identifier that two instances use is read from the caller’s own', async () => {
    expect((await service.other('Viewer').workLedger.get('both')).title).toBe('Not yours')
  })
})

describe('304', () => {
  test('an entry that the caller holds is not sent again, and is once it has changed', async () => {
    const etag = (await service.request(`${path}/ai`)).headers.get('etag') ?? ''
    const read = () => service.request(`${path}/ai`, { headers: { 'If-None-Match': etag } })
    const held = await read()
    expect(held).toMatchObject({ status: 304, text: '' })
    expect(held.headers.get('etag')).toBe(etag)
    const changes = { status: 'failed', updated_at: new Date('2026-11-20T08:16:41.008Z') }
    await service.db('work_ledger_entries').where({ instance_id: 'acme', id: 'ai' }).update(changes)
    const changed = await read()
    expect(changed).toMatchObject({ status: 200, json: { status: 'failed' } })
    expect(changed.headers.get('etag')).not.toBe(etag)
  })
})

describe('400', () => {
  test('an identifier that cannot be one is refused', async () => {
    await expect(service.acme().workLedger.get('x'.repeat(65))).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ in: 'path', pointer: '/entryId', code: 'maxLength' }],
    })
  })
})

describe('403', () => {
  test('an Editor does not read the ledger, unless a role beside it opens it', async () => {
    await expect(service.acme('Editor').workLedger.get('both')).rejects.toMatchObject({
      status: 403,
      code: 'role_missing',
    })
    const both = service.client('Editor', { roles: ['Editor', 'Viewer'] }).instance('acme')
    expect((await both.workLedger.get('both')).id).toBe('both')
  })
})

describe('404', () => {
  test('an entry of another instance looks the same as a missing one', async () => {
    for (const id of ['foreign', 'nothing', 'BOTH']) {
      await expect(service.acme().workLedger.get(id)).rejects.toMatchObject({
        status: 404,
        code: 'ledger_entry_not_found',
      })
    }
  })
})
