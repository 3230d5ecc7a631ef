import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asObject } from '../../contract/json.ts'
import { followChanges } from '../helpers/change-stream.ts'
import { closeDatabase } from '../helpers/close-database.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { shortenSleeps } from '../helpers/short-sleeps.ts'
import { until } from '../helpers/until.ts'

describe('an outage is told when it begins and when it ends, with its reason; a request only by its own line', () => {
  shortenSleeps()
  let service: TestService
  let written: string[] = []
  beforeAll(async () => {
    service = await startTestService({ logLevel: 'info' }, { logTo: { write: (line) => void written.push(line) } })
  })
  afterAll(() => service.close())

  const list = async () => (await service.request('/instances/acme/agents')).status
  const read = () => written.map((line) => asObject(JSON.parse(line)))
  const told = () => read().filter(({ msg }) => msg !== 'request')

  test('of the database', async () => {
    expect(await list()).toBe(200)
    written = []
    const reopen = await closeDatabase(service)
    try {
      for (let request = 0; request < 5; request++) expect(await list()).toBe(503)
    } finally {
      await reopen()
    }
    expect(read().filter(({ msg }) => msg === 'request')[4]).toMatchObject({
      status: 503,
      errorType: '55000',
    })
    await until(async () => expect(await list()).toBe(200))
    // Jobs and counts tell of their own outages.
    const ofRequests = told().filter(({ msg, requestId }) => requestId || String(msg).startsWith('the database'))
    expect(ofRequests).toMatchObject([
      {
        msg: 'the database does not answer',
        err: {
          message: expectText(/terminating connection|Connection terminated|not currently accepting connections/),
        },
      },
      { msg: 'the database answers again' },
    ])
  })

  test('of the changes that a stream follows', async () => {
    written = []
    const stream = await followChanges(service, await service.token('Viewer'))
    await stream.next()
    const ofChanges = () => told().flatMap(({ msg }) => (String(msg).startsWith('changes can') ? [msg] : []))
    await service.db.schema.renameTable('change_heads', 'change_heads_mislaid')
    await until(() => expect(ofChanges()).toHaveLength(1))
    // Other attempts fail, too.
    const query = vi.spyOn(Client.prototype, 'query')
    const attempts = () => query.mock.calls.filter(([asked]) => JSON.stringify(asked).includes('change_heads'))
    await until(() => expect(attempts().length).toBeGreaterThan(3))
    query.mockRestore()
    expect(ofChanges()).toEqual(['changes cannot be followed'])
    await service.db.schema.renameTable('change_heads_mislaid', 'change_heads')
    await until(() => expect(ofChanges()).toHaveLength(2))
    expect(ofChanges()).toEqual(['changes cannot be followed', 'changes can be followed again'])
    stream.close()
  })

  test.each([
    ['that another issuer answers for', () => `${service.issuer.url}/`, /is of another issuer than OIDC_ISSUER/],
    // No test is ever given this port.
    ['that nobody answers for', () => 'http://127.0.0.1:2', /ECONNREFUSED/],
  ])('of the identity provider %s', async (_case, issuer, reason) => {
    // A server asks for the keys when it starts.
    written = []
    const other = await startTestService(
      { logLevel: 'warn', oidcIssuer: issuer() },
      { logTo: { write: (line) => void written.push(line) } },
    )
    try {
      for (let request = 0; request < 5; request++)
        expect((await other.request('/instances/acme/agents')).status).toBe(503)
    } finally {
      await other.close()
    }
    expect(told().filter(({ level }) => level === 40)).toMatchObject([
      {
        msg: 'the keys of the identity provider cannot be read: no new token is accepted',
        err: { message: expectText(reason) },
      },
    ])
  })
})

function expectText(pattern: RegExp): unknown {
  return expect.stringMatching(pattern)
}
