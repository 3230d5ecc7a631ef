import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { asObject, isObject } from '../../../../contract/json.ts'

/** An account of the company's identity provider. */
export interface CompanyAccount {
  id: string
  username: string
  email: string
  name: string
  middleName: string | null
  familyName: string | null
  enabled: boolean
  isVerified: boolean
  /** Whose account it is: `externalId` of SCIM, an attribute of Keycloak. */
  owner: string | null
  passwordHash: string | null
  mustChange: boolean
  /** How often all sessions were ended. */
  endedSessions: number
  /** When the session that lives began, in milliseconds; null without one. */
  signedInAt: number | null
}

/**
 * The accounts of a company that did not know of this service before. With a file they outlive the process: every change is
 * in the file before it is answered.
 */
export function openCompanyAccounts(file: string | null = null) {
  const accounts = new Map<string, CompanyAccount>()
  if (file !== null) for (const account of readAccounts(file)) accounts.set(account.id, account)
  const save = () => {
    if (file === null) return
    writeFileSync(`${file}.new`, JSON.stringify([...accounts.values()]))
    renameSync(`${file}.new`, file)
  }
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

  return {
    list: () => [...accounts.values()],
    find: (id: string) => accounts.get(id),
    findByLogin: (login: string) =>
      [...accounts.values()].find(({ username, email }) => isSame(username, login) || isSame(email, login)),
    /** Writes an account, and returns which of its names another account has. */
    write(account: CompanyAccount): 'username' | 'email' | null {
      const others = [...accounts.values()].filter(({ id }) => id !== account.id)
      if (others.some(({ username }) => isSame(username, account.username))) return 'username'
      if (others.some(({ email }) => isSame(email, account.email))) return 'email'
      accounts.set(account.id, account)
      save()
      return null
    },
    remove(id: string): boolean {
      const isThere = accounts.delete(id)
      save()
      return isThere
    },
  }
}

export type CompanyAccounts = ReturnType<typeof openCompanyAccounts>

/** An account as the company itself makes one. */
export function companyAccount(username: string, changes: Partial<CompanyAccount> = {}): CompanyAccount {
  return {
    id: randomUUID(),
    username,
    email: `${username}@example.com`,
    name: username,
    middleName: null,
    familyName: null,
    enabled: true,
    isVerified: true,
    owner: null,
    passwordHash: null,
    mustChange: false,
    endedSessions: 0,
    signedInAt: null,
    ...changes,
  }
}

export function hashForTest(password: string): string {
  return createHash('sha256').update(password).digest('hex')
}

function readAccounts(file: string): CompanyAccount[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(stored) ? stored.map(readAccount) : []
  } catch (error) {
    if (isObject(error) && error['code'] === 'ENOENT') return []
    throw error
  }
}

function readAccount(stored: unknown): CompanyAccount {
  const account = asObject(stored)
  const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
  return companyAccount(String(account['username']), {
    id: String(account['id']),
    email: String(account['email']),
    name: String(account['name']),
    middleName: textOrNull(account['middleName']),
    familyName: textOrNull(account['familyName']),
    enabled: account['enabled'] === true,
    isVerified: account['isVerified'] === true,
    owner: textOrNull(account['owner']),
    passwordHash: textOrNull(account['passwordHash']),
    mustChange: account['mustChange'] === true,
    endedSessions: Number(account['endedSessions']),
    signedInAt: typeof account['signedInAt'] === 'number' ? account['signedInAt'] : null,
  })
}
