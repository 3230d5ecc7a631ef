import { asObject } from '../../contract/json.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListUsersQuery, User } from '../../sdk/src/index.ts'
import { toUser, type UserRow } from '../../server/db/users.ts'
import { roles } from '../../contract/rules/roles.ts'
import { faultsOf } from '../helpers/faults.ts'
import { describeList, inOrder, tyingTimes } from '../helpers/lists.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

const path = '/instances/acme/users'
const sorts = [
  'updatedAt,asc',
  'updatedAt,desc',
  'createdAt,asc',
  'createdAt,desc',
  'username,asc',
  'username,desc',
] as const

const rows: UserRow[] = ['ada', 'Ada2', 'ADA_3', 'b%c', 'B_c', 'a\\b', 'Émile', 'zoë', '😀', '\uFFFDx', 'x', 'Y'].map(
  (username, at) => ({
    instance_id: 'acme',
    id: `${at % 2 ? 'u' : 'U'}-${(at * 7) % 12}`,
    username,
    email: `${at}@example.com`,
    name: 'Name',
    middle_name: at % 2 ? 'Middle' : null,
    family_name: null,
    enabled: at % 3 !== 0,
    roles: roles.filter((_, place) => (at >> place) % 2 === 1),
    account_id: null,
    account_shared: false,
    revision: 1,
    ...tyingTimes(at),
  }),
)

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.db('users').insert(rows)
  await service.db('users').insert(rows.slice(0, 3).map((row) => ({ ...row, instance_id: 'other' })))
})
afterAll(() => service.close())

function list(query: ListUsersQuery = {}) {
  return service.acme('Manager').users.list(query)
}

/** What the list must be, from the same users in memory. */
function expected({ username, enabled, role, search, sort = 'updatedAt,desc' }: ListUsersQuery = {}): User[] {
  const found = rows
    .map(toUser)
    .filter((user) => username === undefined || user.username.toLowerCase().includes(username.toLowerCase()))
    .filter((user) => enabled === undefined || user.enabled === enabled)
    .filter((user) => role === undefined || user.roles.includes(role))
    .filter((user) => search === undefined || textsOf(user).some((text) => holds(text, search)))
  return inOrder(found, sort)
}

function textsOf({ username, email, name, middleName, familyName }: User): string[] {
  return [username, email, [name, middleName, familyName].filter(Boolean).join(' ')]
}

function holds(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

describeList<ListUsersQuery, User>({
  service: () => service,
  path,
  list,
  listElsewhere: (query) => service.other('Manager').users.list(query),
  expected,
  anyQuery: fc.record(
    {
      username: fc.constantFrom('a', 'B', 'ada', '%', '_', 'nobody'),
      search: fc.constantFrom('ada', 'middle', '@EXAMPLE', '1', 'e'),
      enabled: fc.boolean(),
      role: fc.constantFrom(...roles),
      sort: fc.constantFrom(...sorts),
    },
    { requiredKeys: [] },
  ),
  sorted: sorts.map((sort) => ({ sort })),
  texts: [
    {
      filter: 'search in username, email address and name',
      query: (search) => ({ search }),
      found: [
        ['3@example.com', 1],
        ['NAME middle', 6],
        ['e', 12],
        ['ada', 3],
        ['%', 1],
        ['com\nname', 0],
        ['nobody', 0],
      ],
    },
    {
      filter: 'username',
      query: (username) => ({ username }),
      found: [
        ['ada', 3],
        ['ADA', 3],
        ['a', 4],
        ['%', 1],
        ['_', 2],
        ['B_', 1],
        ['\\', 1],
        ['A\\B', 1],
        ['éM', 1],
        ['ZOË', 1],
        ['😀', 1],
        ["' or true --", 0],
        ['example.com', 0],
      ],
    },
  ],
  walked: {
    query: { username: 'a', sort: 'username,asc' },
    others: [
      { sort: 'username,asc' },
      { username: 'a' },
      { username: 'A', sort: 'username,asc' },
      { username: 'a', sort: 'username,desc' },
      { username: 'a', sort: 'username,asc', enabled: true },
    ],
  },
})

describe('200', () => {
  test('a filter that is empty is none', async () => {
    const { json } = await service.request('/instances/acme/users?username=&search=&enabled=')
    expect(asObject(asObject(json)['page'])['totalElements']).toBe(12)
  })

  test('up to 1,000 users are counted, in each instance and for each filter', async () => {
    const add = (instanceId: string, from: number, to: number) =>
      service.db.raw(
        `insert into users (instance_id, id, username, email, name)
         select :instanceId, 'many-' || n, 'many-' || n, n || '@many.example', 'Many' from generate_series(:from::int, :to::int) n`,
        { instanceId, from, to },
      )
    const other = service.other()
    const total = async (query: ListUsersQuery) => (await other.users.list(query)).page
    const known = 3
    await add('other', 1, 1000 - known)
    expect(await total({})).toMatchObject({ totalElements: 1000, totalIsExact: true })
    await add('other', 1001, 1001)
    const beyond = { totalElements: 1000, totalIsExact: false, totalPages: 50 }
    expect(await total({})).toMatchObject(beyond)
    expect(await total({ size: 1, page: 9999 })).toMatchObject({ ...beyond, totalPages: 1000 })
    expect(await total({ search: 'many-1' })).toMatchObject({ totalElements: 112, totalIsExact: true })
    expect(await total({ username: 'many', page: 40 })).toMatchObject({ totalElements: 998, totalPages: 50 })
    expect((await list({})).page).toMatchObject({ totalElements: 12, totalIsExact: true })
    await add('other', 2000, 2100)
    expect(await total({ username: 'many', page: 54 })).toMatchObject(beyond)
    expect(await total({ username: 'many', page: 99 })).toMatchObject(beyond)
  })

  test('enabled finds the enabled or the disabled, alone and with a username', async () => {
    expect((await list({ enabled: true })).items).toEqual(expected({ enabled: true }))
    expect((await list({ enabled: false })).items).toEqual(expected({ enabled: false }))
    expect((await list({ enabled: false, username: 'ada' })).items).toMatchObject([{ username: 'ada' }])
  })
})

describe('400', () => {
  test('every fault of the query is named', async () => {
    const refused = await service.request(
      `${path}?size=201&page=-1&sort=email,asc&enabled=yes&username=%00&email=x&name=y`,
    )
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'query /email unknown',
      'query /enabled type',
      'query /name unknown',
      'query /page minimum',
      'query /size maximum',
      'query /sort enum',
      'query /username nul',
    ])
  })
})
