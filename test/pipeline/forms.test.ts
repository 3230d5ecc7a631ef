import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { human } from '../helpers/data/agents.ts'
import { amazonConnect, storedConfiguration, zendesk } from '../helpers/data/integrations.ts'
import { completeInput } from '../helpers/data/twu-models.ts'
import { storedCredential, userInput } from '../helpers/data/users.ts'
import { createValidRequests, type ValidRequest } from '../helpers/data/valid-requests.ts'
import { generatedEntries, insertLedgerRows } from '../helpers/data/work-ledger-entries.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { toWorkLedgerRow } from '../../server/db/work-ledger-entries.ts'

/** What forms and people send, where a program would leave it out. */
let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** What the types of the SDK do not allow. */
function send(method: string, path: string, body: unknown) {
  return service.request(`/instances/acme/${path}`, { method, body })
}

describe('an empty text counts as left out', () => {
  test('a password of a user who has one', async () => {
    const { users } = service.acme()
    const user = await users.create(userInput('kept'))
    const before = await storedCredential(service, user.id)
    expect(await users.update(user.id, { ...user, temporaryPassword: '' })).toEqual(user)
    expect(await storedCredential(service, user.id)).toEqual(before)
  })

  test('the password of a new user, who needs one', async () => {
    const refused = await refusal(service.acme().users.create(userInput('new', { temporaryPassword: '' })))
    expect(refused).toMatchObject({ status: 422, code: 'temporary_password_missing' })
  })

  test('optional names of a user, and so it clears them', async () => {
    const { users } = service.acme()
    const user = await users.create(userInput('named', { middleName: '', familyName: 'King' }))
    expect(user).toMatchObject({ middleName: null, familyName: 'King' })
    expect(await users.update(user.id, { familyName: '' })).toMatchObject({ middleName: null, familyName: null })
  })

  test('optional fields of metadata, and secrets that are stored', async () => {
    const { integrations } = service.acme()
    const { sessionToken: _, ...required } = amazonConnect.metadata
    const plain = await integrations.create({ ...amazonConnect, metadata: { ...required, sessionToken: '' } })
    expect(plain.configuredSecrets).toEqual(['secretAccessKey'])
    const { id } = await integrations.create(amazonConnect)
    const before = await storedConfiguration(service, id)
    const metadata = { ...required, secretAccessKey: '', sessionToken: '' }
    await integrations.update(id, { ...amazonConnect, metadata })
    expect(await storedConfiguration(service, id)).toEqual(before)
  })

  test('required fields of metadata, which are then missing', async () => {
    const refused = await send('POST', 'integrations', {
      ...zendesk,
      metadata: { subdomain: '', email: '', apiToken: '' },
    })
    expect(refused.status).toBe(422)
    expect(faultsOf(refused)).toEqual([
      'body /metadata/apiToken missing',
      'body /metadata/email missing',
      'body /metadata/subdomain missing',
    ])
  })

  test('but not where a text is required', async () => {
    const { id } = await service.acme().users.create(userInput('required'))
    for (const body of [{ username: '' }, { email: '' }, { name: '' }, { middleName: ' ' }, { temporaryPassword: ' ' }])
      expect((await send('PUT', `users/${id}`, body)).status).toBe(400)
  })
})

describe('spaces around a searched text do not count', () => {
  test.each([' \tspaced\u00A0', 'spaced '])('in "%s"', async (text) => {
    const acme = service.acme()
    const name = `Spaced ${randomUUID()}`
    const { id: user } = await acme.users.create(userInput(`spaced-${randomUUID()}`))
    const { id: agent } = await acme.agents.create({ ...human, name })
    const { id: integration } = await acme.integrations.create({ ...zendesk, name })
    const { id: model } = await acme.twuModels.create(completeInput(name))
    const idsOf = async (list: Promise<{ items: readonly { id: string }[] }>) => (await list).items.map(({ id }) => id)
    expect(await idsOf(acme.users.list({ username: text }))).toContain(user)
    expect(await idsOf(acme.users.list({ search: text }))).toContain(user)
    expect(await idsOf(acme.agents.list({ name: text }))).toContain(agent)
    expect(await idsOf(acme.integrations.list({ search: text }))).toContain(integration)
    expect(await idsOf(acme.twuModels.list({ name: text }))).toContain(model)
    const types = await acme.integrationTypes.list({ search: ' zendesk ' })
    expect(types.items.map(({ type }) => type)).toEqual(['ZENDESK'])
  })

  test('in the work ledger, unless fewer than three characters are left', async () => {
    const [entry] = generatedEntries(1)
    if (!entry) throw new Error('One was asked for.')
    await insertLedgerRows(service, [toWorkLedgerRow('acme', { ...entry, title: 'Quetzal - feathered' })])
    const { workLedger } = service.acme()
    for (const list of [workLedger.list({ search: ' quetzal ' }), workLedger.list({ search: '   ' })])
      expect((await list).items).toHaveLength(1)
    expect((await workLedger.summarise({ search: ' quetzal ' })).total.count).toBe(1)
    expect((await workLedger.list({ search: ' - ' })).items).toHaveLength(1)
    expect((await workLedger.list({ search: ' qu ' })).items).toHaveLength(0)
    expect(faultsOf(await refusal(workLedger.list({ search: ' q' })))).toEqual(['query /search minLength'])
  })
})

describe('a temporary password is not one of the names', () => {
  const username = 'ada.lovelace.1815'
  const names = { username, email: `${username}@example.com` }

  test.each([username, username.toUpperCase(), names.email, `${username}@EXAMPLE.com`, 'ａｄａ.lovelace.1815'])(
    'of a new user: %s',
    async (temporaryPassword) => {
      const refused = await refusal(service.acme().users.create(userInput(username, { temporaryPassword })))
      expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
      expect(refused.message).toContain('Choose a temporary password')
      expect(refused.message).not.toContain(temporaryPassword)
      expect(faultsOf(refused)).toEqual(['body /temporaryPassword guessable'])
    },
  )

  test('of a user, as they are or as they shall be', async () => {
    const { users } = service.acme()
    const user = await users.create(userInput('charles.babbage'))
    for (const changes of [
      { temporaryPassword: 'Charles.Babbage' },
      { temporaryPassword: user.email },
      { username, temporaryPassword: username },
      { email: names.email, temporaryPassword: names.email },
    ]) {
      const refused = await refusal(users.update(user.id, changes))
      expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
      expect(await users.get(user.id)).toEqual(user)
    }
    await users.update(user.id, { username: 'analytical', temporaryPassword: 'charles.babbage' })
  })
})

describe('a body where none is taken', async () => {
  const contract = await readContract()
  let requests: ReadonlyMap<string, ValidRequest>
  beforeAll(async () => {
    requests = await createValidRequests(service, contract)
  })
  const bodiless = contract.operations.filter(({ method, maxBodyBytes }) => method === 'post' && maxBodyBytes === null)

  test('there are such operations', () => {
    expect(bodiless.map(({ id }) => id)).toEqual(expect.arrayContaining(['publishTwuModel', 'testIntegration']))
  })

  test.each(bodiless)('is refused by $id, unless it is an empty object', async ({ id }) => {
    const request = requests.get(id)
    if (!request) throw new Error('Every operation has a valid request.')
    const bodies = [{ version: 1 }, [], 'null', '0', '{', ' x', `{"a":"${'x'.repeat(100_000)}"}`, '{}{}']
    for (const body of bodies) {
      const refused = await service.request(request.path, { method: 'POST', body })
      expect([body, refused.status, faultsOf(refused)]).toEqual([body, 400, ['body  not_allowed']])
    }
    const gzip = { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' }
    expect((await service.request(request.path, { method: 'POST', body: 'x', headers: gzip })).status).toBe(400)
    for (const body of [' {\n} ', {}, '']) {
      const { status } = await service.request(request.path, { method: 'POST', body })
      expect([body, status === 400]).toEqual([body, false])
    }
  })
})
