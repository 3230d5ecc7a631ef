// Generated from the contract by tools/generate/sdk.ts: change the contract, never this file.

export const reads = {
  'users.list': { gives: 'list', ids: [], takesQuery: true },
  'users.get': { gives: 'versioned', ids: ['userId'], takesQuery: false },
  'agents.list': { gives: 'list', ids: [], takesQuery: true },
  'agents.get': { gives: 'versioned', ids: ['agentId'], takesQuery: false },
  'integrations.list': { gives: 'list', ids: [], takesQuery: true },
  'integrations.get': { gives: 'versioned', ids: ['integrationId'], takesQuery: false },
  'integrationTypes.list': { gives: 'list', ids: [], takesQuery: true },
  'integrationTypes.get': { gives: 'data', ids: ['type'], takesQuery: false },
  'workLedger.list': { gives: 'list', ids: [], takesQuery: true },
  'workLedger.summarise': { gives: 'data', ids: [], takesQuery: true },
  'workLedger.get': { gives: 'data', ids: ['entryId'], takesQuery: false },
  'twuModels.list': { gives: 'list', ids: [], takesQuery: true },
  'twuModels.get': { gives: 'data', ids: ['modelId'], takesQuery: false },
  'twuModels.versions.list': { gives: 'list', ids: ['modelId'], takesQuery: true },
  'twuModels.versions.get': { gives: 'versioned', ids: ['modelId', 'version'], takesQuery: false },
} satisfies Record<string, Read>

/**
 * Which reads each write makes stale, and which it takes away: those with its ids, and all of those without.
 */
export const writes = {
  'users.create': { ids: [], takesBody: true, stale: ['users.list'], gone: [] },
  'users.update': {
    ids: ['userId'],
    takesBody: true,
    stale: ['users.list', 'users.get'],
    gone: [],
  },
  'agents.create': { ids: [], takesBody: true, stale: ['agents.list'], gone: [] },
  'agents.update': {
    ids: ['agentId'],
    takesBody: true,
    stale: ['agents.list', 'agents.get'],
    gone: [],
  },
  'agents.delete': {
    ids: ['agentId'],
    takesBody: false,
    stale: ['agents.list'],
    gone: ['agents.get'],
  },
  'integrations.create': { ids: [], takesBody: true, stale: ['integrations.list'], gone: [] },
  'integrations.update': {
    ids: ['integrationId'],
    takesBody: true,
    stale: ['integrations.list', 'integrations.get'],
    gone: [],
  },
  'integrations.delete': {
    ids: ['integrationId'],
    takesBody: false,
    stale: ['integrations.list'],
    gone: ['integrations.get'],
  },
  'integrations.test': {
    ids: ['integrationId'],
    takesBody: false,
    stale: ['integrations.list', 'integrations.get'],
    gone: [],
  },
  'integrations.enable': {
    ids: ['integrationId'],
    takesBody: false,
    stale: ['integrations.list', 'integrations.get'],
    gone: [],
  },
  'integrations.disable': {
    ids: ['integrationId'],
    takesBody: false,
    stale: ['integrations.list', 'integrations.get'],
    gone: [],
  },
  'twuModels.create': { ids: [], takesBody: true, stale: ['twuModels.list'], gone: [] },
  'twuModels.publish': {
    ids: ['modelId'],
    takesBody: false,
    stale: [
      'twuModels.list',
      'twuModels.get',
      'twuModels.versions.list',
      'twuModels.versions.get',
    ],
    gone: [],
  },
  'twuModels.versions.create': {
    ids: ['modelId'],
    takesBody: true,
    stale: ['twuModels.list', 'twuModels.get', 'twuModels.versions.list'],
    gone: [],
  },
  'twuModels.versions.update': {
    ids: ['modelId', 'version'],
    takesBody: true,
    stale: [
      'twuModels.list',
      'twuModels.get',
      'twuModels.versions.list',
      'twuModels.versions.get',
    ],
    gone: [],
  },
  'twuModels.versions.archive': {
    ids: ['modelId', 'version'],
    takesBody: false,
    stale: [
      'twuModels.list',
      'twuModels.get',
      'twuModels.versions.list',
      'twuModels.versions.get',
    ],
    gone: [],
  },
} satisfies Record<string, Write>

/** `versioned`: what it gives has a version that a change can name. */
export interface Read {
  gives: 'data' | 'list' | 'versioned'
  ids: string[]
  takesQuery: boolean
}

export interface Write {
  ids: string[]
  takesBody: boolean
  stale: ReadName[]
  gone: ReadName[]
}

export type ReadName = keyof typeof reads
