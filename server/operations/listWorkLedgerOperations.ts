import type { Operation } from '../contract/operation.ts'
import { listOperations } from '../../contract/rules/executions.ts'
import { ledgerEntryNotFound } from '../../contract/rules/refusals.ts'
import { findOperations } from '../db/executions.ts'

export const listWorkLedgerOperations: Operation<'listWorkLedgerOperations'> = async ({ path, query }, { db }) => {
  const operations = await findOperations(db, path.instanceId, path.entryId)
  return operations ? listOperations(operations, path, query) : ledgerEntryNotFound
}
