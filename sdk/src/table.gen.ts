// Generated from the contract by sdk/generate.ts: change the contract, never this file.

/** Each method: HTTP method, path inside the instance, failure message, what it takes and gives. */

export const table = {
  users: {
    list: ['GET', '/users', 'Failed to fetch users', 'query', 'list'],
    create: ['POST', '/users', 'Failed to create user', 'body', 'key'],
    get: ['GET', '/users/{userId}', 'Failed to fetch user'],
    update: ['PUT', '/users/{userId}', 'Failed to update user', 'body'],
  },
  agents: {
    list: ['GET', '/agents', 'Failed to fetch agents', 'query', 'list'],
    create: ['POST', '/agents', 'Failed to create agent', 'body', 'key'],
    get: ['GET', '/agents/{agentId}', 'Failed to fetch agent'],
    update: ['PUT', '/agents/{agentId}', 'Failed to update agent', 'body'],
    delete: ['DELETE', '/agents/{agentId}', 'Failed to delete agent'],
  },
  integrations: {
    list: ['GET', '/integrations', 'Failed to fetch integrations', 'query', 'list'],
    create: ['POST', '/integrations', 'Failed to create integration', 'body', 'key'],
    get: ['GET', '/integrations/{integrationId}', 'Failed to fetch integration'],
    update: ['PUT', '/integrations/{integrationId}', 'Failed to update integration', 'body'],
    delete: ['DELETE', '/integrations/{integrationId}', 'Failed to delete integration'],
    test: ['POST', '/integrations/{integrationId}/test', 'Failed to test integration', 'key'],
    enable: ['POST', '/integrations/{integrationId}/enable', 'Failed to enable integration', 'key'],
    disable: ['POST', '/integrations/{integrationId}/disable', 'Failed to disable integration', 'key'],
  },
  integrationTypes: {
    list: ['GET', '/integration-types', 'Failed to fetch integration types', 'query', 'list'],
    get: ['GET', '/integration-types/{type}', 'Failed to fetch integration type'],
  },
  workLedger: {
    list: ['GET', '/work-ledger', 'Failed to fetch work ledger entries', 'query', 'list'],
    summarise: ['GET', '/work-ledger/summary', 'Failed to summarise work ledger entries', 'query'],
    export: ['GET', '/work-ledger/export', 'Failed to export work ledger entries', 'query', 'file'],
    get: ['GET', '/work-ledger/{entryId}', 'Failed to fetch work ledger entries'],
  },
  twuModels: {
    list: ['GET', '/twu-models', 'Failed to fetch TWU models', 'query', 'list'],
    create: ['POST', '/twu-models', 'Failed to create TWU model', 'body', 'key'],
    get: ['GET', '/twu-models/{modelId}', 'Failed to fetch TWU model'],
    publish: ['POST', '/twu-models/{modelId}/publish', 'Failed to publish TWU model draft', 'key'],
    versions: {
      list: ['GET', '/twu-models/{modelId}/versions', 'Failed to fetch TWU model versions', 'query', 'list'],
      create: ['POST', '/twu-models/{modelId}/versions', 'Failed to create TWU model version', 'body', 'key'],
      get: ['GET', '/twu-models/{modelId}/versions/{version}', 'Failed to fetch TWU model version'],
      update: ['PUT', '/twu-models/{modelId}/versions/{version}', 'Failed to update TWU model draft', 'body'],
      archive: ['POST', '/twu-models/{modelId}/versions/{version}/archive', 'Failed to archive TWU model version', 'key'],
    },
  },
} satisfies Table

/** `body`: takes one; `key`: sends an Idempotency-Key. The rest says what comes back; without it, JSON or nothing. */
export type Trait = 'body' | 'query' | 'key' | 'list' | 'file'

export type Entry = readonly [method: string, path: string, failure: string, ...traits: Trait[]]

export interface Table {
  readonly [name: string]: Entry | Table
}
