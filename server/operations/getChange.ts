import type { Operation } from '../contract/operation.ts'
import { findChange, toChange } from '../db/changes.ts'
import { changeNotFound } from '../../contract/rules/refusals.ts'
import { readableTypes } from './answers/readable-types.ts'

export const getChange: Operation<'getChange'> = async ({ path }, context) => {
  const row = await findChange(context.db, path.instanceId, readableTypes(context), path.sequence)
  return row ? { status: 200, body: toChange(row) } : changeNotFound
}
