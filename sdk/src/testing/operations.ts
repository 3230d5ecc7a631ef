import type { OperationId } from '../../../contract/types.ts'
import { getAgentWork } from './agent-work.ts'
import * as agents from './agents.ts'
import * as changes from './changes.ts'
import * as executions from './executions.ts'
import { contract } from './contract.gen.ts'
import * as integrationTypes from './integration-types.ts'
import * as integrations from './integrations.ts'
import { listInstances } from './instances.ts'
import type { AnyOperation, Operation, Service } from './operation.ts'
import * as mcpAccess from './mcp-access.ts'
import * as me from './me.ts'
import { recorded } from './record.ts'
import * as modelPrices from './model-prices.ts'
import * as twuModels from './twu-models.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'
import * as workLedger from './work-ledger.ts'

/** The operations that the test server has. It answers every other one with 501, and the mock with the contract's example. */
const operations: { readonly [Id in OperationId]?: Operation<Id> } = {
  ...me,
  ...users,
  ...agents,
  getAgentWork,
  ...integrations,
  ...integrationTypes,
  ...workLedger,
  ...modelPrices,
  ...mcpAccess,
  ...twuModels,
  ...executions,
  ...changes,
  ...webhooks,
}

/** The operations that write leave a record. */
export const operationsById: Readonly<Record<string, AnyOperation | undefined>> = Object.fromEntries(
  Object.entries<AnyOperation>(operations).map(([id, run]) => {
    return [id, contract.operations[id]?.method === 'GET' ? run : recorded(run)]
  }),
)

/** The operations whose path names no instance. */
export const serviceOperationsById: Readonly<Record<string, AnyOperation<Service> | undefined>> = { listInstances }
