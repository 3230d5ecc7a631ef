import type { User } from '../../../spec/openapi.gen.ts'
import type { Fault } from '../errors.ts'
import type { Instance, Operation } from './operation.ts'
import { contains, takePage, type Filters } from './pages.ts'
import { answerRead, etagOf, refuseChange, writeRow } from './rows.ts'

export const listUsers: Operation<'listUsers'> = ({ query }, context) => {
  const items = [...context.instance.users.values()].map(({ item }) => item)
  const taken = takePage(context, { scope: 'users', items, idOf: ({ id }) => id, filters }, query)
  return taken.ok ? { status: 200, body: { content: taken.content, page: taken.page } } : taken.answer
}

const filters: Filters<'listUsers', User> = {
  username: (user, wanted) => contains(user.username, wanted),
  enabled: (user, wanted) => user.enabled === wanted,
}

/** The password is not even kept. */
export const createUser: Operation<'createUser'> = ({ path, body }, { instance, newId, now }) => {
  const { temporaryPassword: _, middleName = null, familyName = null, ...names } = body
  const taken = refuseTakenNames(instance, names, null)
  if (taken) return taken
  const [id, createdAt] = [newId(), now()]
  const user = { id, ...names, middleName, familyName, enabled: true, createdAt, updatedAt: createdAt }
  const row = writeRow(instance.users, id, user)
  const headers = { ...etagOf(row), Location: `/instances/${path.instanceId}/users/${id}` }
  return { status: 201, headers, body: user }
}

export const getUser: Operation<'getUser'> = ({ path, headers }, { instance }) => {
  const row = instance.users.get(path.userId)
  return row ? answerRead(etagOf(row), row.item, headers) : notFound
}

/** What is sent is changed, the rest stays. */
export const updateUser: Operation<'updateUser'> = ({ path, headers, body }, { instance, now }) => {
  const current = instance.users.get(path.userId)
  if (!current) return notFound
  const { temporaryPassword: _, ...changes } = body
  const refused = refuseChange(current, headers) ?? refuseTakenNames(instance, changes, path.userId)
  if (refused) return refused
  const row = writeRow(instance.users, path.userId, { ...current.item, ...changes, updatedAt: now() })
  return { status: 200, headers: etagOf(row), body: row.item }
}

function refuseTakenNames({ users }: Instance, { username, email }: Names, exceptId: string | null) {
  const others = [...users.values()].map(({ item }) => item).filter(({ id }) => id !== exceptId)
  const hasUsername = others.some((other) => isSame(other.username, username))
  const hasEmail = others.some((other) => isSame(other.email, email))
  if (!hasUsername && !hasEmail) return null
  const errors = [
    ...(hasUsername ? [taken('/username', 'username')] : []),
    ...(hasEmail ? [taken('/email', 'email address')] : []),
  ]
  const detail = `Another user of this instance has this ${hasUsername ? 'username' : 'email address'}. Choose another.`
  return {
    status: 409,
    problem: { code: hasUsername ? 'username_taken' : 'email_taken', detail, errors },
  } as const
}

function isSame(name: string, wanted: string | undefined): boolean {
  return name.toLowerCase() === wanted?.toLowerCase()
}

function taken(pointer: string, what: string): Fault {
  return { in: 'body', pointer, code: 'taken', message: `is the ${what} of another user` }
}

const notFound = { status: 404, problem: { code: 'user_not_found' } } as const

interface Names {
  username?: string
  email?: string
}
