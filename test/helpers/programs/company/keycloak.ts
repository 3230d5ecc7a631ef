import { randomUUID } from 'node:crypto'
import express, { Router, type Request, type RequestHandler, type Response } from 'express'
import { isObject } from '../../../../contract/json.ts'
import { companyAccount, hashForTest, type CompanyAccount, type CompanyAccounts } from './accounts.ts'

/**
 * Plays the part of Keycloak 26 that manages users, in front of the company's accounts. What it knows comes from Keycloak's
 * published description of the Admin REST API and from its documentation. A request that the description does not allow is
 * answered 418 and kept in `faults`.
 */
export function keycloakServer(accounts: CompanyAccounts, clientSecret: string, rules: RealmRules = {}) {
  const faults: string[] = []
  const tokens = new Set<string>()
  const router = Router()
  router.post('/realms/acme/protocol/openid-connect/token', express.urlencoded(), giveToken)
  const admin = Router()
  router.use('/admin/realms/acme', admin)
  admin.use(express.json(), checkToken, checkAgainstDescription(faults))
  admin.get('/users', (request, response) => {
    response.json(accounts.list().filter(matches(request)).map(toRepresentation))
  })
  admin.post('/users', (request, response) => {
    const fresh = companyAccount('', { id: randomUUID(), enabled: false, isVerified: false })
    write(response, fresh, readBody(request), () => {
      response.status(201).location(`https://proxy.example${request.originalUrl}/${fresh.id}`).end()
    })
  })
  admin.get(
    '/users/:id',
    withAccount((account, _request, response) => response.json(toRepresentation(account))),
  )
  admin.put(
    '/users/:id',
    withAccount((account, request, response) => {
      write(response, account, readBody(request), () => response.status(204).end())
    }),
  )
  admin.delete(
    '/users/:id',
    withAccount(({ id }, _request, response) => {
      accounts.remove(id)
      response.status(204).end()
    }),
  )
  admin.put(
    '/users/:id/reset-password',
    withAccount((account, request, response) => {
      const { value, temporary } = readBody(request)
      if (isTooShort(value)) return refusePassword(response)
      accounts.write({ ...account, passwordHash: hashForTest(String(value)), mustChange: temporary === true })
      response.status(204).end()
    }),
  )
  admin.post(
    '/users/:id/logout',
    withAccount((account, _request, response) => {
      accounts.write({ ...account, endedSessions: account.endedSessions + 1 })
      response.status(204).end()
    }),
  )
  admin.get(
    '/users/:id/sessions',
    withAccount(({ id, username, signedInAt }, _request, response) => {
      const session = { id: randomUUID(), userId: id, username, start: signedInAt, lastAccess: signedInAt, clients: {} }
      response.json(signedInAt === null ? [] : [session])
    }),
  )
  return { router, faults }

  function giveToken(request: Request, response: Response): void {
    const { grant_type: type, client_id: id, client_secret: secret } = readBody(request)
    if (type !== 'client_credentials' || id !== 'instance-admin-users' || secret !== clientSecret) {
      response.status(401).json({ error: 'unauthorized_client', error_description: 'Invalid client' })
      return
    }
    const token = randomUUID()
    tokens.add(token)
    response.json({ access_token: token, expires_in: 300, token_type: 'Bearer', 'not-before-policy': 0 })
  }

  function checkToken(request: Request, response: Response, next: () => void): void {
    const token = request.header('authorization')?.replace('Bearer ', '') ?? ''
    if (tokens.has(token)) return next()
    response.status(401).json({ error: 'HTTP 401 Unauthorized' })
  }

  function withAccount(
    answer: (account: CompanyAccount, request: Request, response: Response) => void,
  ): RequestHandler {
    return (request, response) => {
      const account = accounts.find(String(request.params['id']))
      if (account) answer(account, request, response)
      else response.status(404).json({ error: 'User not found' })
    }
  }

  function write(response: Response, current: CompanyAccount, body: Record<string, unknown>, answer: () => void): void {
    const [credential] = Array.isArray(body['credentials']) ? body['credentials'].filter(isObject) : []
    if (credential && isTooShort(credential['value'])) return refusePassword(response)
    const next = merge(current, body, credential, rules)
    const fault = findFault(next)
    if (fault) {
      response.status(400).json(fault)
      return
    }
    const taken = accounts.write(next)
    if (taken) response.status(409).json({ errorMessage: `User exists with same ${taken}` })
    else answer()
  }
}

/** A PUT with attributes clears what it leaves out of the profile; without them, everything stays. */
function merge(
  current: CompanyAccount,
  body: Record<string, unknown>,
  credential: Record<string, unknown> | undefined,
  { dropsUnmanaged = false }: RealmRules,
): CompanyAccount {
  const { username = current.username, enabled = current.enabled, emailVerified = current.isVerified } = body
  const attributes = isObject(body['attributes']) ? body['attributes'] : null
  const attribute = (name: string) => {
    const values: unknown = dropsUnmanaged ? undefined : attributes?.[name]
    return Array.isArray(values) && typeof values[0] === 'string' ? values[0] : null
  }
  const told = (name: string, kept: string) => {
    const value = body[name]
    return typeof value === 'string' ? value : attributes ? '' : kept
  }
  return {
    ...current,
    // Keycloak writes both in lower case.
    username: String(username).toLowerCase(),
    email: told('email', current.email).toLowerCase(),
    name: told('firstName', current.name),
    familyName: told('lastName', current.familyName ?? '') || null,
    middleName: attributes ? attribute('middleName') : current.middleName,
    owner: attributes ? attribute('instanceAdminUser') : current.owner,
    enabled: enabled === true,
    isVerified: emailVerified === true,
    ...(credential && {
      passwordHash: hashForTest(String(credential['value'])),
      mustChange: credential['temporary'] === true,
    }),
  }
}

function findFault({ username, name, familyName }: CompanyAccount) {
  if (username.length < 3 || username.length > 255)
    return { field: 'username', errorMessage: 'error-invalid-length', params: ['username', 3, 255] }
  const wrong = { name: 'firstName', familyName: 'lastName' }
  const faults = Object.entries({ name, familyName })
    .filter(([, value]) => /[<>&"$%!#?]/.test(value ?? ''))
    .map(([field]) => ({
      field: field === 'name' ? wrong.name : wrong.familyName,
      errorMessage: 'error-person-name-invalid-character',
    }))
  return faults.length > 1 ? { errors: faults } : faults[0]
}

function matches({ query }: Request): (account: CompanyAccount) => boolean {
  const has = (value: string, wanted: unknown) =>
    typeof wanted !== 'string' ||
    (query['exact'] === 'true'
      ? value.toLowerCase() === wanted.toLowerCase()
      : value.toLowerCase().includes(wanted.toLowerCase()))
  return ({ username, email }) => has(username, query['username']) && has(email, query['email'])
}

function toRepresentation(account: CompanyAccount) {
  const { id, username, email, name, familyName, middleName, owner, enabled, isVerified, mustChange } = account
  return {
    id,
    username,
    firstName: name,
    ...(familyName !== null && { lastName: familyName }),
    email,
    emailVerified: isVerified,
    attributes: {
      ...(middleName !== null && { middleName: [middleName] }),
      ...(owner !== null && { instanceAdminUser: [owner] }),
    },
    enabled,
    totp: false,
    requiredActions: mustChange ? ['UPDATE_PASSWORD'] : [],
    access: { manage: true },
  }
}

function isTooShort(password: unknown): boolean {
  return String(password).length < 14
}

function refusePassword(response: Response): void {
  response.status(400).json({
    error: 'invalidPasswordMinLengthMessage',
    error_description: 'Invalid password: minimum length 14.',
  })
}

function readBody({ body }: { body: unknown }): Record<string, unknown> {
  return isObject(body) ? body : {}
}

/** Methods and paths, query parameters, and members of bodies with their types, of those parts that concern users. */
function checkAgainstDescription(faults: string[]): RequestHandler {
  return (request, response, next) => {
    const path = request.path.replace(/^\/users\/[^/]+/, '/users/{user-id}')
    const what = `${request.method} ${path}`
    const operation = description.get(what)
    const body: unknown = request.body
    const found = !operation
      ? [`${what} is not described`]
      : [
          ...Object.keys(request.query).filter((name) => !operation.query.includes(name)),
          ...(isObject(body) ? findStrangers(body, operation.body) : []),
        ]
    if (found.length === 0) return next()
    faults.push(`${what}: ${found.join(', ')}`)
    response.status(418).json({ error: 'This request is not described.' })
  }
}

function findStrangers(body: Record<string, unknown>, types: Types): string[] {
  return Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => {
      const isRight = types[name]
      if (!isRight) return [`${name} is unknown`]
      return isRight(value) ? [] : [`${name} has another type`]
    })
}

type Types = Readonly<Record<string, (value: unknown) => boolean>>

const isText = (value: unknown) => typeof value === 'string'
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)

const credential: Types = { type: isText, value: isText, temporary: isBoolean, userLabel: isText, id: isText }

const user: Types = {
  id: isText,
  username: isText,
  firstName: isText,
  lastName: isText,
  email: isText,
  emailVerified: isBoolean,
  enabled: isBoolean,
  attributes: (value) => isObject(value) && Object.values(value).every(isTexts),
  requiredActions: isTexts,
  groups: isTexts,
  credentials: (value) =>
    Array.isArray(value) && value.every((one) => isObject(one) && findStrangers(one, credential).length === 0),
}

const description = new Map<string, { query: readonly string[]; body: Types }>([
  [
    'GET /users',
    {
      query: [
        'briefRepresentation',
        'email',
        'emailVerified',
        'enabled',
        'exact',
        'first',
        'firstName',
        'idpAlias',
        'idpUserId',
        'lastName',
        'max',
        'q',
        'search',
        'username',
      ],
      body: {},
    },
  ],
  ['POST /users', { query: [], body: user }],
  ['GET /users/{user-id}', { query: ['userProfileMetadata'], body: {} }],
  ['PUT /users/{user-id}', { query: [], body: user }],
  ['DELETE /users/{user-id}', { query: [], body: {} }],
  ['PUT /users/{user-id}/reset-password', { query: [], body: credential }],
  ['POST /users/{user-id}/logout', { query: [], body: {} }],
  ['GET /users/{user-id}/sessions', { query: [], body: {} }],
])

/** Settings of a realm. */
export interface RealmRules {
  /** The default of Keycloak: attributes that the user profile does not declare are dropped without a word. */
  dropsUnmanaged?: boolean
}
