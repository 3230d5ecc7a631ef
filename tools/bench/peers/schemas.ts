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
    id: text,
    username: text,
    email: text,
    name: text,
    middleName: textOrNull,
    familyName: textOrNull,
    enabled: { type: 'boolean' },
    roles: { type: 'array', items: { type: 'string' } },
    createdAt: text,
    updatedAt: text,
  },
} as const

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
    id: text,
    name: text,
    type: text,
    active: { type: 'boolean' },
    capabilities,
    model: textOrNull,
    priority: textOrNull,
    metadata: { type: 'object', additionalProperties: true },
    createdAt: text,
    updatedAt: text,
  },
} as const

export const entrySchema = {
  type: 'object',
  properties: {
    id: text,
    title: text,
    description: text,
    type: text,
    status: text,
    createdAt: text,
    updatedAt: text,
    entityId: text,
    relatedEntity: text,
    policyStatus: text,
    modelName: text,
    actors: { type: 'array', items: text },
    activeTime: { type: 'number' },
    cost: { type: 'number' },
  },
} as const

export function listOf<Schema extends object>(items: Schema) {
  const integer = { type: 'integer' } as const
  const page = {
    type: 'object',
    properties: {
      size: integer,
      number: integer,
      totalElements: integer,
      totalPages: integer,
      totalIsExact: { type: 'boolean' },
      next: textOrNull,
    },
  } as const
  return { type: 'object', properties: { content: { type: 'array', items }, page } } as const
}
