// Generated from the contract by tools/generate/operations.ts: change the contract, never this file.

import type { Operations } from '../contract.ts'
import { archiveTwuModelVersion } from './archiveTwuModelVersion.ts'
import { backtestTwuModelVersion } from './backtestTwuModelVersion.ts'
import { compareTwuModelVersions } from './compareTwuModelVersions.ts'
import { createAgent } from './createAgent.ts'
import { createIntegration } from './createIntegration.ts'
import { createTwuModel } from './createTwuModel.ts'
import { createTwuModelVersion } from './createTwuModelVersion.ts'
import { createUser } from './createUser.ts'
import { createUsers } from './createUsers.ts'
import { createWebhook } from './createWebhook.ts'
import { deleteAgent } from './deleteAgent.ts'
import { deleteIntegration } from './deleteIntegration.ts'
import { deleteUser } from './deleteUser.ts'
import { deleteWebhook } from './deleteWebhook.ts'
import { disableIntegration } from './disableIntegration.ts'
import { enableIntegration } from './enableIntegration.ts'
import { evaluateTwuModel } from './evaluateTwuModel.ts'
import { exportWorkLedger } from './exportWorkLedger.ts'
import { getAgent } from './getAgent.ts'
import { getChange } from './getChange.ts'
import { getIntegration } from './getIntegration.ts'
import { getIntegrationType } from './getIntegrationType.ts'
import { getLastTest } from './getLastTest.ts'
import { getMe } from './getMe.ts'
import { getTwuModel } from './getTwuModel.ts'
import { getTwuModelVersion } from './getTwuModelVersion.ts'
import { getUser } from './getUser.ts'
import { getUserAccount } from './getUserAccount.ts'
import { getWebhook } from './getWebhook.ts'
import { getWorkLedgerEntry } from './getWorkLedgerEntry.ts'
import { listAgents } from './listAgents.ts'
import { listChanges } from './listChanges.ts'
import { listInstances } from './listInstances.ts'
import { listIntegrationTypes } from './listIntegrationTypes.ts'
import { listIntegrations } from './listIntegrations.ts'
import { listTwuModelVersions } from './listTwuModelVersions.ts'
import { listTwuModels } from './listTwuModels.ts'
import { listUsers } from './listUsers.ts'
import { listWebhookDeliveries } from './listWebhookDeliveries.ts'
import { listWebhooks } from './listWebhooks.ts'
import { listWorkLedgerEntries } from './listWorkLedgerEntries.ts'
import { listWorkLedgerOperations } from './listWorkLedgerOperations.ts'
import { publishTwuModel } from './publishTwuModel.ts'
import { redeliverWebhook } from './redeliverWebhook.ts'
import { replayWebhook } from './replayWebhook.ts'
import { reportExecution } from './reportExecution.ts'
import { reportExecutions } from './reportExecutions.ts'
import { reviewWorkLedgerEntry } from './reviewWorkLedgerEntry.ts'
import { rotateWebhookSecret } from './rotateWebhookSecret.ts'
import { streamChanges } from './streamChanges.ts'
import { summariseWorkLedger } from './summariseWorkLedger.ts'
import { testIntegration } from './testIntegration.ts'
import { testUnsavedIntegration } from './testUnsavedIntegration.ts'
import { testWebhook } from './testWebhook.ts'
import { updateAgent } from './updateAgent.ts'
import { updateIntegration } from './updateIntegration.ts'
import { updateTwuModelVersion } from './updateTwuModelVersion.ts'
import { updateUser } from './updateUser.ts'
import { updateWebhook } from './updateWebhook.ts'

export const operations: Operations = {
  archiveTwuModelVersion,
  backtestTwuModelVersion,
  compareTwuModelVersions,
  createAgent,
  createIntegration,
  createTwuModel,
  createTwuModelVersion,
  createUser,
  createUsers,
  createWebhook,
  deleteAgent,
  deleteIntegration,
  deleteUser,
  deleteWebhook,
  disableIntegration,
  enableIntegration,
  evaluateTwuModel,
  exportWorkLedger,
  getAgent,
  getChange,
  getIntegration,
  getIntegrationType,
  getLastTest,
  getMe,
  getTwuModel,
  getTwuModelVersion,
  getUser,
  getUserAccount,
  getWebhook,
  getWorkLedgerEntry,
  listAgents,
  listChanges,
  listInstances,
  listIntegrationTypes,
  listIntegrations,
  listTwuModelVersions,
  listTwuModels,
  listUsers,
  listWebhookDeliveries,
  listWebhooks,
  listWorkLedgerEntries,
  listWorkLedgerOperations,
  publishTwuModel,
  redeliverWebhook,
  replayWebhook,
  reportExecution,
  reportExecutions,
  reviewWorkLedgerEntry,
  rotateWebhookSecret,
  streamChanges,
  summariseWorkLedger,
  testIntegration,
  testUnsavedIntegration,
  testWebhook,
  updateAgent,
  updateIntegration,
  updateTwuModelVersion,
  updateUser,
  updateWebhook,
}
