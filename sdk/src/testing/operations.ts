import { createAgent, deleteAgent, getAgent, listAgents, updateAgent } from './agents.ts'
import { getIntegrationType, listIntegrationTypes } from './integration-types.ts'
import {
  createIntegration,
  deleteIntegration,
  disableIntegration,
  enableIntegration,
  getIntegration,
  listIntegrations,
  testIntegration,
  updateIntegration,
} from './integrations.ts'
import type { AnyOperation, Operation, OperationId } from './operation.ts'
import {
  archiveTwuModelVersion,
  createTwuModel,
  createTwuModelVersion,
  getTwuModel,
  getTwuModelVersion,
  listTwuModels,
  listTwuModelVersions,
  publishTwuModel,
  updateTwuModelVersion,
} from './twu-models.ts'
import { createUser, getUser, listUsers, updateUser } from './users.ts'
import { getWorkLedgerEntry, listWorkLedgerEntries, summariseWorkLedger } from './work-ledger.ts'

/** What the test server claims; all else answers 501. */
const operations: { readonly [Id in OperationId]?: Operation<Id> } = {
  listUsers,
  createUser,
  getUser,
  updateUser,
  listAgents,
  createAgent,
  getAgent,
  updateAgent,
  deleteAgent,
  listIntegrations,
  createIntegration,
  getIntegration,
  updateIntegration,
  deleteIntegration,
  testIntegration,
  enableIntegration,
  disableIntegration,
  listIntegrationTypes,
  getIntegrationType,
  listWorkLedgerEntries,
  getWorkLedgerEntry,
  summariseWorkLedger,
  listTwuModels,
  createTwuModel,
  getTwuModel,
  publishTwuModel,
  listTwuModelVersions,
  createTwuModelVersion,
  getTwuModelVersion,
  updateTwuModelVersion,
  archiveTwuModelVersion,
}

export const operationsById: Readonly<Record<string, AnyOperation | undefined>> = operations
