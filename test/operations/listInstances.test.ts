import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertInstance } from '../../server/db/instances.ts'
import { userInput, users } from '../helpers/data/users.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { collect } from '../helpers/walks.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** The SDK for somebody who signs in, with a token for these instances. */
function person(on: TestService, sub: string, instances: string[], claims: Record<string, unknown> = {}) {
  return on.client('Administrator', { sub, client_id: 'front-end', instances, ...claims })
}

const acme = { id: 'acme', name: 'Acme', status: 'active' }
const other = { id: 'other', name: 'Other', status: 'active' }

describe('200', () => {
  test('a person sees the instances of the token, with the roles that are stored in each', async () => {
    const { body: ada } = await users(service).create(userInput('ada', { roles: ['Editor', 'Viewer'] }))
    const { items, page } = await person(service, ada.id, ['other', 'acme', 'nowhere']).instances.list()
    expect(items).toEqual([
      { ...acme, roles: ['Viewer', 'Editor'] },
      { ...other, roles: [] },
    ])
    expect(page).toMatchObject({ totalElements: 2, next: null })
  })

  test('an instance that the token does not open is not there, also when the person is a user of it', async () => {
    const { body: bob } = await users(service).create(userInput('bob', { roles: ['Viewer'] }))
    expect((await person(service, bob.id, ['other']).instances.list()).items).toEqual([{ ...other, roles: [] }])
    expect((await person(service, bob.id, []).instances.list()).items).toEqual([])
  })

  test('a disabled user has no roles', async () => {
    const { body: left } = await users(service).create(userInput('left', { roles: ['Viewer'] }))
    await users(service).update(left.id, { enabled: false })
    expect((await person(service, left.id, ['acme']).instances.list()).items).toEqual([{ ...acme, roles: [] }])
  })

  test('a client has the roles of its token in each instance', async () => {
    const roles = { acme: ['Viewer', 'Recorder'], other: ['Editor', 'Manager'] }
    const client = service.client('Viewer', { instances: ['acme', 'other'], roles })
    expect((await client.instances.list()).items.map((item) => item.roles)).toEqual([
      ['Viewer', 'Recorder'],
      ['Manager', 'Editor'],
    ])
  })

  test('pages and cursor walks give every instance once, by name whatever the case', async () => {
    const ids = Array.from({ length: 25 }, (_, at) => `many-${at}`)
    for (const [at, id] of ids.entries())
      await insertInstance(service.db, { id, name: `${at % 2 ? 'b' : 'B'}${at % 7}` })
    const client = person(service, 'walker', [...ids, ...ids, 'acme', 'nowhere'])
    const names = (items: readonly { name: string }[]) => items.map(({ name }) => name.toLowerCase())
    const first = await client.instances.list()
    expect(first.page).toMatchObject({ size: 20, totalElements: 26, totalPages: 2, totalIsExact: true })
    const all = await collect(client.instances.list({ size: 4 }))
    expect(all.map(({ id }) => id).sort()).toEqual(['acme', ...ids].sort())
    expect(names(all)).toEqual(names(all).sort())
    expect(await collect(client.instances.list({ size: 7, sort: 'name,desc' }))).toEqual(all.toReversed())
    expect((await client.instances.list({ size: 20, page: 1 })).items).toEqual(all.slice(20))
  })

  test('a token for an instance whose name is no instance of the path opens nothing else', async () => {
    await insertInstance(service.db, { id: 'undefined', name: 'Undefined' })
    expect((await person(service, 'odd', ['undefined']).instances.list()).items).toMatchObject([{ id: 'undefined' }])
  })
})

describe('400', () => {
  test('every fault of the query is named', async () => {
    const refused = await service.request('/instances?size=201&page=-1&sort=id,asc&search=x')
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'query /page minimum',
      'query /search unknown',
      'query /size maximum',
      'query /sort enum',
    ])
  })

  test('a cursor goes on only for the caller who got it, and in its sort', async () => {
    const both = ['acme', 'other']
    const first = await person(service, 'first', both).instances.list({ size: 1 })
    const cursor = first.page.next ?? ''
    expect((await person(service, 'first', both).instances.list({ cursor })).items).toMatchObject([{ id: 'other' }])
    for (const [sub, query] of [
      ['second', { cursor }],
      ['first', { cursor, sort: 'name,desc' }],
    ] as const)
      expect(await refusal(person(service, sub, both).instances.list(query))).toMatchObject({ code: 'invalid_cursor' })
  })
})
