import { describe, expect, test } from 'vitest'
import {
  ConnectionError,
  createClient,
  faultsByField,
  isApiError,
  untypedIntegration,
  type Fault,
} from '../../sdk/src/index.ts'
import { createTestServer } from '../../sdk/src/testing/index.ts'
import { trust } from '../../sdk/src/trust.ts'

/** The faults of an error as a form shows them: by the paths of its fields. */
const server = createTestServer({ instances: { acme: { users: [{ username: 'ada' }] } } })
const connect = (fetch: (request: Request) => Promise<Response>) =>
  createClient({ baseUrl: 'https://admin.test', token: 'any', fetch }).instance('acme')
const acme = connect(server.fetch)
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('nothing was wrong'),
    (error: unknown) => error,
  )

describe('the rules of the service', () => {
  test('give a sentence for every wrong field', async () => {
    const wrong = { username: 'a b', email: 'nobody', name: '', temporaryPassword: 'short' }
    expect(faultsByField(await errorOf(acme.users.create(wrong)))).toEqual({
      username: 'Username must have no white space.',
      email:
        'Email must be an email address such as ada@example.com: one @, a host name behind it, no spaces and no accents.',
      name: 'Name must not be empty.',
      temporaryPassword: 'Temporary password must have at least 12 characters.',
    })
  })

  test('give one for a field that is needed and missing, and for a name that is taken', async () => {
    const user = {
      username: 'Ada',
      email: 'ada@new.example',
      name: 'Ada',
      temporaryPassword: 'long enough, too',
    }
    expect(faultsByField(await errorOf(acme.users.create(user)))).toEqual({
      username: 'Username is taken: another user signs in with it.',
    })
    expect(faultsByField(await errorOf(acme.users.create(trust({ ...user, name: undefined }))))).toEqual({
      name: 'Name must be given.',
    })
  })

  test('give the path of a field in a field and in a list', async () => {
    const slack = untypedIntegration({ name: 'a', type: 'SLACK', metadata: { botToken: 'wrong' } })
    expect(Object.keys(faultsByField(await errorOf(acme.integrations.create(slack))))).toEqual(['metadata.botToken'])
    const capabilities = ['fine', '']
    const agent = acme.agents.create({ name: 'a', type: 'HUMAN', active: true, capabilities })
    expect(faultsByField(await errorOf(agent))).toEqual({
      'capabilities.1': 'The second capability must not be empty.',
    })
  })
})

describe('a fault', () => {
  const fault = (pointer: string, message = 'Is wrong.', place: Fault['in'] = 'body') => ({
    in: place,
    pointer,
    code: 'wrong',
    message,
  })
  const shownFor = async (...errors: Fault[]) => {
    const answer = () => Response.json({ code: 'invalid_request', detail: 'Wrong.', errors }, { status: 400 })
    return faultsByField(await errorOf(connect(async () => answer()).me()))
  }

  test('begins with a capital letter', async () => {
    expect(await shownFor(fault('/name', 'must match "a".'))).toEqual({ name: 'Must match "a".' })
  })

  test('of a field that has another one is told after it', async () => {
    const faults = [fault('/name', 'Too long.'), fault('/email'), fault('/name', 'has no letter.')]
    expect(await shownFor(...faults)).toEqual({ name: 'Too long. Has no letter.', email: 'Is wrong.' })
  })

  test('of a name with a slash, a tilde or both has that name', async () => {
    expect(await shownFor(fault('/metadata/a~1b~0c~01'))).toEqual({ 'metadata.a/b~c~1': 'Is wrong.' })
  })

  test('of a name that every object has is a fault like others', async () => {
    expect(Object.entries(await shownFor(fault('/__proto__'), fault('/constructor')))).toEqual([
      ['__proto__', 'Is wrong.'],
      ['constructor', 'Is wrong.'],
    ])
  })

  test('of no field of the body is left to the message', async () => {
    const elsewhere = (['query', 'path', 'header'] as const).map((place) => fault('/name', 'Is wrong.', place))
    expect(await shownFor(fault(''), ...elsewhere)).toEqual({})
  })
})

test('every other error has no faults of fields', async () => {
  const missing = await errorOf(acme.users.get('nobody'))
  expect(isApiError(missing, 'users.get')).toBe(true)
  for (const error of [missing, new ConnectionError('lost'), new Error('a'), { errors: [] }, 'text', null, undefined])
    expect(faultsByField(error)).toEqual({})
})
