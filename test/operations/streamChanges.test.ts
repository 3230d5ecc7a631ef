import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Role } from '../../contract/rules/roles.ts'
import { readEpoch } from '../../server/db/changes.ts'
import { updateInstance } from '../../server/db/instances.ts'
import { followChanges, insertChanges, type ChangeStream } from '../helpers/change-stream.ts'
import { secondsFromNow } from '../helpers/clock.ts'
import { summariser } from '../helpers/data/agents.ts'
import { stopDeadlines } from '../helpers/deadlines.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { shortenSleeps } from '../helpers/short-sleeps.ts'
import { until } from '../helpers/until.ts'

shortenSleeps()

let service: TestService
const open: ChangeStream[] = []
beforeAll(async () => {
  // Clients that left a stream may have opened a connection for more, which a service that stops would wait for.
  service = await startTestService({ shutdownTimeoutMs: 0 })
})
afterAll(async () => {
  for (const stream of open) stream.close()
  await service.close()
})

async function follow(role: Role, options: Parameters<typeof followChanges>[2] = {}, claims?: Record<string, unknown>) {
  const stream = await followChanges(service, await service.token(role, claims), options)
  open.push(stream)
  return stream
}

async function createAdministrator(username: string) {
  const user = await service.acme().users.create({
    username,
    email: `${username}@example.com`,
    name: username,
    roles: ['Administrator'],
    temporaryPassword: 'a long enough password',
  })
  return { ...user, claims: { sub: user.id, client_id: 'console' } }
}

const numberOf = (stream: ChangeStream) => stream.next().then((event) => event?.id)

describe('200', () => {
  test('a stream without a position begins with a bookmark, and tells of each change that follows', async () => {
    const stream = await follow('Viewer')
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    const begin = await stream.next()
    expect(begin).toMatchObject({ event: 'bookmark', data: {} })
    const { data: agent, requestId } = await service.acme('Editor').agents.create(summariser).withResponse()
    const told = await stream.next()
    expect(told).toEqual({
      event: 'change',
      id: (begin?.id ?? 0) + 1,
      epoch: begin?.epoch,
      data: {
        sequence: told?.id,
        at: agent.createdAt,
        kind: 'created',
        resource: { type: 'agent', id: agent.id },
        version: null,
        etag: agent.etag,
        requestId,
      },
    })
  })

  test('whoever comes back with the last id misses nothing and gets nothing twice', async () => {
    const first = await follow('Viewer')
    const begin = await first.next()
    let last = begin?.id ?? 0
    const agents = service.acme('Editor').agents
    await agents.create(summariser)
    expect(await numberOf(first)).toBe((last += 1))
    first.close()
    const positions = [
      (id: number) => ({ headers: { 'Last-Event-ID': `${id}-${begin?.epoch}` } }),
      (id: number) => ({ query: `?after=${id}-${begin?.epoch}` }),
      (id: number) => ({ headers: { 'Last-Event-ID': String(id) }, query: '?after=0' }),
      (id: number) => ({ headers: { 'Last-Event-ID': '' }, query: `?after=${id}` }),
    ]
    for (const position of positions) {
      for (let at = 0; at < 3; at += 1) await agents.create(summariser)
      const again = await follow('Viewer', position(last))
      expect(await again.next()).toMatchObject({ event: 'bookmark', id: last })
      for (let at = 0; at < 3; at += 1) expect(await numberOf(again)).toBe((last += 1))
      await agents.create(summariser)
      expect(await numberOf(again)).toBe((last += 1))
      again.close()
    }
  })

  test('a change of what the caller may not read moves the position on, and is not told', async () => {
    const [editor, manager] = await Promise.all([follow('Editor'), follow('Manager')])
    const [begin] = await Promise.all([numberOf(editor), numberOf(manager)])
    const user = await createAdministrator('hidden')
    expect(await manager.next()).toMatchObject({ event: 'change', data: { resource: { type: 'user', id: user.id } } })
    expect(await editor.next()).toMatchObject({ event: 'bookmark', id: (begin ?? 0) + 1, data: {} })
  })

  test('nothing of another instance is told', async () => {
    const stream = await follow('Viewer')
    const begin = await numberOf(stream)
    await service.other('Editor').agents.create(summariser)
    const agent = await service.acme('Editor').agents.create(summariser)
    expect(await stream.next()).toMatchObject({ id: (begin ?? 0) + 1, data: { resource: { id: agent.id } } })
  })

  test('a thousand changes that were missed come in order', async () => {
    const from = await insertChanges(service, 1200)
    const stream = await follow('Viewer', { query: `?after=${from}` })
    await stream.next()
    for (let number = 1; number <= 1200; number += 1) expect(await numberOf(stream)).toBe(from + number)
  })

  test.each([
    ['disabled', { enabled: false }],
    ['given other roles', { roles: ['Viewer' as const] }],
  ])('a stream ends with the record that its user was %s', async (how, change) => {
    // Else the stream would ask again after a minute whether the user may read.
    const time = vi.spyOn(performance, 'now').mockReturnValue(0)
    const user = await createAdministrator(`ends-${how.length}`)
    const stream = await follow('Administrator', {}, user.claims)
    await stream.next()
    await service.acme().users.update(user.id, change)
    expect(await stream.rest()).toMatchObject([{ event: 'change', data: { resource: { id: user.id } } }])
    time.mockRestore()
  })

  test('a stream ends after the records of its instance were deleted with the instance', async () => {
    const deleted = await startTestService()
    await deleted.acme().agents.create(summariser)
    const stream = await followChanges(deleted, await deleted.token('Viewer'))
    await stream.next()
    await deleted.db('instances').where({ id: 'acme' }).update({ status: 'deleting' })
    await deleted.db('changes').where({ instance_id: 'acme' }).delete()
    await deleted.db('change_heads').where({ instance_id: 'acme' }).delete()
    expect(await stream.rest()).toEqual([])
    await deleted.close()
  })

  test('a stream ends when its token expires', async () => {
    const exp = secondsFromNow(3600)
    const stream = await follow('Viewer', {}, { sub: 'short', client_id: 'short', exp })
    await stream.next()
    const expired = vi.spyOn(Date, 'now').mockReturnValue((exp + 61) * 1000)
    await insertChanges(service, 1)
    expect(await stream.rest()).toMatchObject([{ event: 'change' }])
    expired.mockRestore()
  })

  test('a stream ends when the service stops, which does not wait for it', async () => {
    const stopping = await startTestService()
    const stream = await followChanges(stopping, await stopping.token('Viewer'))
    await stream.next()
    await stopping.close()
    expect(await stream.rest()).toEqual([])
  })

  test('HEAD answers without a stream', async () => {
    const head = await service.request('/instances/acme/changes/stream', { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
  })
})

describe('400', () => {
  test.each([
    ['after=-1', {}, 'query /after pattern'],
    ['after=1-', {}, 'query /after pattern'],
    ['', { 'Last-Event-ID': 'abc' }, 'header /last-event-id pattern'],
  ])('%s %o is no position', async (query, headers, fault) => {
    const refused = await service.request(`/instances/acme/changes/stream?${query}`, { headers })
    expect([refused.status, faultsOf(refused)]).toEqual([400, [fault]])
  })
})

describe('410', () => {
  test('a position whose changes are no longer kept is gone', async () => {
    await service.acme('Editor').agents.create(summariser)
    await service.db('change_heads').where({ instance_id: 'acme' }).update({ expired: 1 })
    await service.db('changes').where({ instance_id: 'acme', sequence: 1 }).del()
    const gone = await service.request('/instances/acme/changes/stream?after=0')
    expect(gone).toMatchObject({ status: 410, json: { code: 'changes_expired' } })
    const kept = await follow('Viewer', { query: '?after=1' })
    expect(await numberOf(kept)).toBe(1)
  })

  test('so is one that was never reached', async () => {
    const gone = await service.request('/instances/acme/changes/stream', { headers: { 'Last-Event-ID': '999999' } })
    expect(gone).toMatchObject({ status: 410, json: { code: 'changes_expired' } })
  })

  test('and one from before a restore, although there are as many changes again', async () => {
    const [stream, restored] = [await follow('Viewer'), await openTestDatabase(inject('databaseUrl'))]
    const { id, epoch } = (await stream.next()) ?? expect.fail()
    const other = await readEpoch(restored.db)
    expect([await readEpoch(service.db), other === epoch]).toEqual([epoch, false])
    await restored.close()
    const gone = await service.request(`/instances/acme/changes/stream?after=${id}-${other}`)
    expect(gone).toMatchObject({ status: 410, json: { code: 'changes_expired' } })
  })
})

describe('503', () => {
  test('one caller has 20 streams at a time', async () => {
    const claims = { sub: 'greedy', client_id: 'greedy' }
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow('Viewer', {}, claims)))
    expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await follow('Viewer', {}, claims)).status).toBe(503)
    expect((await follow('Viewer', {}, { sub: 'modest', client_id: 'modest' })).status).toBe(200)
    streams[0]?.close()
    await until(async () => expect((await follow('Viewer', {}, claims)).status).toBe(200))
  })
})

describe('where time passes only when a test says so', () => {
  const deadlines = stopDeadlines()

  test('a stream ends three seconds after its instance was suspended, and tells of that', async () => {
    const claims = { instances: ['other'] }
    const stream = await follow('Viewer', { instance: 'other' }, claims)
    await stream.next()
    await updateInstance(service.db, 'other', 'instances:suspend', { status: 'suspended' })
    expect(await stream.next()).toMatchObject({ event: 'change', data: { resource: { type: 'instance' } } })
    await until(() => refusal(service.other('Viewer').agents.list()))
    deadlines.pass(3000)
    expect(await stream.rest()).toEqual([])
  })
})
