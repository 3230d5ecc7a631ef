import { accessOf } from '../access/roles.ts'
import { sortRoles } from '../../contract/rules/roles.ts'
import { answerPage } from '../../contract/rules/pages.ts'
import type { Operation } from '../contract/operation.ts'
import { listOpenInstances, toInstance } from '../db/instances.ts'
import { findKnownUser } from '../db/users.ts'
import { readPage } from './answers/paging.ts'

export const listInstances: Operation<'listInstances'> = async ({ query }, { db, caller, rolesFrom }) => {
  const read = readPage(query, ['instances', caller.subject])
  if (!read.ok) return read.answer
  const found = await listOpenInstances(db, caller.instances, read.page)
  const rolesIn = async (id: string) => {
    const user = caller.accountId === null ? null : await findKnownUser(db, id, caller.accountId)
    return user?.enabled === false ? [] : sortRoles(accessOf(caller, user, id, rolesFrom).roles)
  }
  const content = []
  // One after the other: a request takes one connection.
  for (const row of found.rows) content.push(toInstance(row, await rolesIn(row.id)))
  return answerPage(read, { ...found, content })
}
