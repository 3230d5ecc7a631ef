import { isObject } from '../../../contract/json.ts'
import { answerList, type Filters } from '../../../contract/rules/list-in-memory.ts'
import * as refusals from '../../../contract/rules/refusals.ts'
import { sortRoles } from '../../../contract/rules/roles.ts'
import { comparable, contains, isGuessable } from '../../../contract/rules/text.ts'
import { toUserResult } from '../../../contract/rules/user-batch.ts'
import type { User } from '../../../spec/gen/openapi.gen.ts'
import type { Instance, Operation } from './operation.ts'
import * as rows from './rows.ts'

export const listUsers: Operation<'listUsers'> = ({ path, query }, { instance }) => {
  return answerList({ scope: ['users', path.instanceId], items: rows.itemsOf(instance.users), filters }, query)
}

const filters: Filters<'listUsers', User> = {
  username: (user, wanted) => contains(user.username, wanted),
  enabled: (user, wanted) => user.enabled === wanted,
  role: (user, wanted) => user.roles.includes(wanted),
  search: ({ username, email, name, middleName, familyName }, wanted) =>
    [username, email, [name, middleName, familyName].filter(Boolean).join(' ')].some((text) => contains(text, wanted)),
}

/** The test server does not store the password, but needs it, as a service with a directory of accounts does. */
export const createUser: Operation<'createUser'> = ({ path, body }, { instance, newId, now }) => {
  const { temporaryPassword, middleName = null, familyName = null, enabled = true, roles = [], ...names } = body
  if (temporaryPassword === undefined) return refusals.temporaryPasswordMissing
  if (isGuessable(temporaryPassword, names)) return refusals.temporaryPasswordGuessable
  const refused = refuseTakenNames(instance, names, null)
  if (refused) return refused
  const [id, createdAt] = [newId(), now()]
  const times = { createdAt, updatedAt: createdAt }
  const user = { id, etag: rows.firstTag, ...names, middleName, familyName, enabled, roles: sortRoles(roles), ...times }
  return rows.answerCreated(rows.write(instance.users, id, user), `/instances/${path.instanceId}/users/${id}`)
}

/** As the service: each user is created or not, and the answer says nothing of the persons. */
export const createUsers: Operation<'createUsers'> = ({ path, query, headers, body: { users } }, context) => {
  const results = users.map((user) => createUser({ path, query, headers, body: user }, context))
  return { status: 200, body: { results: results.map(toUserResult) } }
}

export const getUser: Operation<'getUser'> = ({ path, headers }, { instance }) =>
  rows.read(instance.users, path.userId, headers, refusals.userNotFound)

/** There is no sign-in at the test server, so every user still has the temporary password. */
export const getUserAccount: Operation<'getUserAccount'> = ({ path }, { instance }) => {
  const user = instance.users.get(path.userId)?.item
  if (!user) return refusals.userNotFound
  const facts = { lastSignInAt: null, hasTemporaryPassword: true, refused: null, isChanging: false }
  return { status: 200, body: { state: user.enabled ? 'open' : 'closed', ...facts } }
}

/** Changes only the fields that the body has. */
export const updateUser: Operation<'updateUser'> = ({ path, headers, body }, { instance, now }) => {
  const row = rows.find(instance.users, path.userId, headers, refusals.userNotFound)
  if ('problem' in row) return row
  const { temporaryPassword, ...given } = body
  const changes = given.roles ? { ...given, roles: sortRoles(given.roles) } : given
  const user = { ...row.item, ...changes, updatedAt: now() }
  if (isGuessable(temporaryPassword, user)) return refusals.temporaryPasswordGuessable
  const taken = refuseTakenNames(instance, changes, path.userId)
  if (taken) return taken
  return rows.answerState(rows.revise(instance.users, path.userId, user, temporaryPassword !== undefined))
}

/** A repeat of the request that created the user is answered without the user, too. */
export const deleteUser: Operation<'deleteUser'> = ({ path, headers }, { instance }) => {
  const answer = rows.remove(instance.users, path.userId, headers, refusals.userNotFound)
  if ('problem' in answer) return answer
  for (const first of instance.answered.values())
    if (isObject(first.answer.body) && first.answer.body['id'] === path.userId) first.answer = refusals.userDeleted
  return answer
}

function refuseTakenNames({ users }: Instance, { username, email }: Partial<User>, exceptId: string | null) {
  const others = rows.itemsOf(users).filter(({ id }) => id !== exceptId)
  const names = new Set(others.flatMap((other) => [comparable(other.username), comparable(other.email)]))
  const isTaken = (name: string | undefined) => name !== undefined && names.has(comparable(name))
  const taken = { username: isTaken(username), email: isTaken(email) }
  return taken.username || taken.email ? refusals.namesTaken(taken) : null
}
