import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { Config, Resources, Types } from 'scimmy'
import { SCIMMYRouters } from 'scimmy-routers'
import { asObject, isObject } from '../../../../contract/json.ts'
import { companyAccount, hashForTest, type CompanyAccount, type CompanyAccounts } from './accounts.ts'

/** A SCIM 2.0 server by the library scimmy, in front of the company's accounts. */
export function scimServer(accounts: CompanyAccounts, bearerToken: string, { patches = true } = {}): RequestHandler {
  declareUsers()
  const routers = new SCIMMYRouters({
    type: 'bearer',
    handler(request) {
      if (request.header('authorization') === `Bearer ${bearerToken}`) return 'service'
      throw new Error('The token is wrong.')
    },
    context: () => accounts,
  })
  // The routers have set what they are able to do.
  Config.set({ patch: patches })
  return routers
}

/** scimmy has one declaration for the whole process; the accounts come with each request. */
function declareUsers(): void {
  Resources.declare(Resources.User)
    .ingress(({ id }, user: unknown, accounts: CompanyAccounts) => {
      const current = id === undefined ? undefined : accounts.find(id)
      if (id !== undefined && !current) throw new Types.Error(404, '', 'There is no such account.')
      const account = toAccount(asObject(user), current ?? companyAccount('', { id: randomUUID() }))
      const taken = accounts.write(account)
      if (taken) throw new Types.Error(409, 'uniqueness', 'The account is not unique.')
      return toResource(account)
    })
    .egress(({ id, filter }, accounts: CompanyAccounts) => {
      if (id === undefined) {
        const resources = accounts.list().map(toResource)
        const found = new Set<unknown>(filter ? filter.match(resources) : resources)
        return resources.filter((resource) => found.has(resource))
      }
      const account = accounts.find(id)
      if (!account) throw new Types.Error(404, '', 'There is no such account.')
      return toResource(account)
    })
    .degress(({ id }, accounts: CompanyAccounts) => {
      if (!accounts.remove(id ?? '')) throw new Types.Error(404, '', 'There is no such account.')
    })
}

function toAccount(user: Record<string, unknown>, current: CompanyAccount): CompanyAccount {
  const { userName, externalId, emails, active, password } = user
  const name = isObject(user['name']) ? user['name'] : {}
  const [email] = Array.isArray(emails) ? emails.filter(isObject) : []
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  if (text(password) !== null && String(password).length < 14)
    throw new Types.Error(400, 'invalidValue', 'The password is too short.')
  return {
    ...current,
    username: String(userName),
    owner: text(externalId),
    email: String(email?.['value']),
    name: text(name['givenName']) ?? '',
    middleName: text(name['middleName']),
    familyName: text(name['familyName']),
    enabled: active === true,
    endedSessions: current.endedSessions + (active === true ? 0 : 1),
    ...(text(password) !== null && { passwordHash: hashForTest(String(password)), mustChange: true }),
  }
}

function toResource(account: CompanyAccount) {
  const { id, owner, username, name, middleName, familyName, email, enabled } = account
  return {
    id,
    ...(owner !== null && { externalId: owner }),
    userName: username,
    name: {
      givenName: name,
      ...(middleName !== null && { middleName }),
      ...(familyName !== null && { familyName }),
    },
    emails: [{ value: email, type: 'work', primary: true }],
    active: enabled,
  }
}
