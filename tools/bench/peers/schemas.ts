/** The schemas of Fastify's requests and answers, with the limits that the contract has. */
export const listQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    username: { type: 'string', maxLength: 256 },
    cursor: { type: 'string', maxLength: 4096 },
    size: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
  },
} as const

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const

export const userSchema = {
  type: 'object',
  properties: {
    ...all(text, 'id', 'etag', 'username', 'email', 'name', 'createdAt', 'updatedAt'),
    ...all(textOrNull, 'middleName', 'familyName'),
    enabled: { type: 'boolean' },
    roles: { type: 'array', items: { type: 'string' } },
  },
}

export const userUpdate = {
  type: 'object',
  additionalProperties: false,
  properties: { name: { type: 'string', minLength: 1, maxLength: 128 } },
} as const

const capabilities = { type: 'array', maxItems: 64, items: { type: 'string', maxLength: 64 } } as const

export const agentInput = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'type', 'active', 'model'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 128 },
    type: { enum: ['AI', 'HUMAN'] },
    active: { type: 'boolean' },
    capabilities,
    model: { type: 'string', pattern: '^[a-z]' },
    priority: { enum: ['high', 'medium', 'low'] },
    metadata: { type: 'object' },
  },
} as const

export const agentSchema = {
  type: 'object',
  properties: {
    ...all(text, 'id', 'etag', 'name', 'type', 'createdAt', 'updatedAt'),
    ...all(textOrNull, 'model', 'priority'),
    active: { type: 'boolean' },
    capabilities,
    metadata: { type: 'object', additionalProperties: true },
  },
}

export const entrySchema = {
  type: 'object',
  properties: {
    ...all(text, 'id', 'title', 'description', 'type', 'status', 'createdAt', 'updatedAt'),
    ...all(text, 'entityId', 'relatedEntity', 'policyStatus', 'modelName'),
    ...all({ type: 'number' }, 'activeTime', 'cost'),
    actors: { type: 'array', items: text },
    ...all(text, 'modelId', 'startedAt'),
    modelVersion: { type: 'integer' },
    outcomes: { type: 'array', items: { type: 'object', additionalProperties: true } },
    missedPolicies: { type: 'array', items: text },
    review: { type: 'object', additionalProperties: true },
  },
}

export function listOf<Schema extends object>(items: Schema) {
  const page = {
    type: 'object',
    properties: {
      ...all({ type: 'integer' }, 'size', 'number', 'totalElements', 'totalPages'),
      totalIsExact: { type: 'boolean' },
      next: textOrNull,
    },
  }
  return { type: 'object', properties: { content: { type: 'array', items }, page } } as const
}

function all(schema: object, ...names: string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, schema]))
}
