import { isNeeded } from '../contract/rules/metadata.ts'
import type { IntegrationForm } from '../contract/rules/integration-form.ts'
import { generateEntries } from '../server/development/generate-entries.ts'
import type { Agent, Integration, IntegrationStatus, Role, UntypedIntegration, User } from '../spec/openapi.gen.ts'
import type { InstanceSeed, TwuModelSeed } from '../sdk/src/testing/index.ts'
import { trust } from '../sdk/src/trust.ts'
import vocabulary from './vocabulary.json' with { type: 'json' }

/**
 * An instance that looks real and is the same at each start: 40 users, 25 agents of both types, 30 integrations of 20 types
 * in all statuses, 12 TWU models with versions in all states, and 2,000 entries of the work ledger. Another `seed`, an
 * integer from 0 to 2^32 - 1, gives other people and another ledger.
 */
export function seedWorld(seed: number, forms: Readonly<Record<string, IntegrationForm>>): InstanceSeed {
  return {
    users: Array.from({ length: 40 }, (_, at) => createUser(at, seed)),
    agents: Array.from({ length: 25 }, (_, at) => createAgent(at)),
    // Their types are known only while this runs; the seed is checked against their forms.
    integrations: trust<Partial<Integration>[]>(Array.from({ length: 30 }, (_, at) => createIntegration(at, forms))),
    twuModels: vocabulary.models.map(createModel),
    workLedger: [...generateEntries({ seed, count: 2000, until: new Date(newest) })],
  }
}

function createUser(at: number, seed: number): Partial<User> {
  const name = pick(vocabulary.firstNames, at + seed)
  const familyName = pick(vocabulary.familyNames, at * 7 + seed)
  const username = `${name}.${familyName}`.toLowerCase()
  const createdAt = daysBefore(newest, 400 - at * 9)
  return {
    username,
    email: `${username}@example.com`,
    name,
    middleName: at % 6 === 2 ? pick(vocabulary.firstNames, at + seed + 11) : null,
    familyName,
    enabled: at % 9 !== 4,
    roles: pick(rolesOfUsers, at),
    createdAt,
    updatedAt: daysBefore(createdAt, -(at % 20)),
  }
}

function createAgent(at: number): Partial<Agent> {
  const createdAt = daysBefore(newest, 300 - at * 11)
  const common = {
    active: at % 7 !== 3,
    capabilities: [pick(vocabulary.capabilities, at), pick(vocabulary.capabilities, at + 4)],
    priority: pick(['low', 'medium', 'high'] as const, at),
    metadata: { team: pick(vocabulary.teams, at) },
    createdAt,
    updatedAt: daysBefore(createdAt, -(at % 20)),
  }
  if (at % 3 !== 2) {
    const name = `${pick(vocabulary.agents, at)}${at < vocabulary.agents.length ? '' : ' 2'}`
    return { ...common, name, type: 'AI', model: pick(vocabulary.languageModels, at) }
  }
  const name = `${pick(vocabulary.firstNames, at * 3)} ${pick(vocabulary.familyNames, at)}`
  return { ...common, name, type: 'HUMAN', model: null }
}

function createIntegration(at: number, forms: Readonly<Record<string, IntegrationForm>>): Partial<UntypedIntegration> {
  const type = pick(vocabulary.types, at)
  const status = pick(statuses, at)
  const createdAt = daysBefore(newest, 200 - at * 6)
  const form = forms[type]
  const plain = form?.fields.filter((field) => !field.secret && isNeeded(form, field, {})) ?? []
  const label = form?.name ?? type
  const testedAt = status === 'connecting' ? null : daysBefore(newest, at % 3)
  const accepted = { outcome: 'ok', message: `The connection to ${label} works.` } as const
  const refused = { outcome: 'bad_credentials', message: `${label} did not accept the credentials.` } as const
  return {
    name: `${label} of ${pick(vocabulary.teams, at)}`,
    description:
      at % 4 === 3 ? null : `Used by ${pick(vocabulary.teams, at + 1)} and ${pick(vocabulary.teams, at + 2)}.`,
    type,
    metadata: Object.fromEntries(plain.map(({ key, example, default: usual }) => [key, usual ?? example ?? ''])),
    status,
    isHealthy: status === 'active',
    lastHealthCheck: testedAt,
    lastTest: testedAt === null ? null : { ...(status === 'error' ? refused : accepted), at: testedAt },
    consecutiveFailures: status === 'error' ? (at % 4) + 1 : 0,
    createdAt,
    updatedAt: daysBefore(createdAt, -(at % 20)),
  }
}

/** Every third model has been published and is edited again, the others are at one of the stages before. */
function createModel(name: string, at: number): TwuModelSeed {
  const [first, second] = [daysBefore(newest, 150 - at * 10), daysBefore(newest, 140 - at * 10)]
  const version = (createdAt: string, status: 'DRAFT' | 'published' | 'archived') => ({
    name,
    description: `How ${pick(vocabulary.teams, at)} does its work: ${name.toLowerCase()}.`,
    status,
    createdAt,
    updatedAt: createdAt,
    publishedAt: status === 'DRAFT' ? null : createdAt,
    archivedAt: status === 'archived' ? second : null,
  })
  const stages = [
    [version(first, 'DRAFT')],
    [version(first, 'published')],
    [version(first, 'published'), version(second, 'DRAFT')],
    [version(first, 'archived'), version(second, 'published')],
    [version(first, 'published'), version(second, 'published')],
    [version(first, 'archived')],
  ]
  return { versions: pick(stages, at) }
}

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

function daysBefore(time: string, days: number): string {
  return new Date(Date.parse(time) - days * 86_400_000).toISOString()
}

const rolesOfUsers: readonly Role[][] = [
  ['Administrator'],
  ['Viewer'],
  ['Viewer', 'Manager'],
  ['Editor'],
  [],
  ['Manager'],
  ['Viewer', 'Editor'],
]

const statuses: readonly IntegrationStatus[] = ['active', 'active', 'error', 'active', 'inactive', 'connecting']

/** The last day of the world. Fixed, so that ids, times and sums are the same on every machine. */
const newest = '2026-11-20T16:00:00.000Z'
