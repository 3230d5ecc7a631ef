import { chosenTest, sayOutcome } from '../../../../contract/rules/connection-test-messages.ts'
import { sumOfDecimals } from '../../../../contract/rules/decimals.ts'
import { isNeeded } from '../../../../contract/rules/metadata.ts'
import { priceOperations } from '../../../../contract/rules/prices.ts'
import { agentsOf, type KnownAgents } from '../../../../contract/rules/shares.ts'
import { generateEntries } from './generate-entries.ts'
import type {
  Agent,
  Integration,
  IntegrationStatus,
  Role,
  UntypedIntegration,
  User,
  WorkLedgerEntry,
  WorkOperation,
} from '../../../../spec/gen/openapi.gen.ts'
import { trust } from '../../trust.ts'
import { contract } from '../contract.gen.ts'
import type { InstanceSeed } from '../seed.ts'
import { agentIdAt, aiModelAt, isPersonAt, talentsAt } from './agents.ts'
import { createModels, daysBefore, findModel, prices, workOf } from './models.ts'
import vocabulary from './vocabulary.json' with { type: 'json' }

/**
 * An instance that looks real and is the same at each start: 40 users, 25 agents of both types, 30 integrations of 20 types
 * in all statuses, 12 TWU models with versions in all states, and 2,000 entries of the work ledger. Another `seed`, an
 * integer from 0 to 2^32 - 1, gives other people and another ledger. Its last day is fixed, so that ids, times and sums are
 * the same on every machine; `until`, a time such as `2026-11-20T16:00:00.000Z`, is another. Mocks serve it until they start.
 * @example
 * const server = createTestServer({ world: seedWorld() })
 */
export function seedWorld(seed = 1, until = lastDay): InstanceSeed {
  const agents = Array.from({ length: 25 }, (_, at) => createAgent(at, seed, until))
  return {
    users: Array.from({ length: 40 }, (_, at) => createUser(at, seed, until)),
    agents,
    // Their types are known only while this runs; the seed is checked against their forms.
    integrations: trust<Partial<Integration>[]>(Array.from({ length: 30 }, (_, at) => createIntegration(at, until))),
    twuModels: createModels(until),
    modelPrices: vocabulary.modelPrices,
    workLedger: createLedger(seed, until, new Map(agents.map((agent) => [agent.id, agent]))),
  }
}

/** Work of published models alone. Each kind of work has one model here. The newest entries are executions. */
function createLedger(seed: number, until: string, agents: KnownAgents) {
  const entries = [...generateEntries({ seed, count: 2300, until: new Date(until) })].flatMap((entry) => {
    const model = findModel(entry.entityId)
    return model ? [{ ...entry, modelName: model.name }] : []
  })
  const worked = entries.slice(-2000).map((entry, at) => begun(fails(entry, at) ? failed(entry, at) : entry))
  const [older, newer] = [worked.slice(0, -newestExecutions), worked.slice(-newestExecutions)]
  return [
    ...older
      .map(charged)
      .map(reviewed)
      .map((entry, at) => summedUp(entry, priceOperations(workOf(entry, at), prices), agents)),
    ...newer.map((entry, at) => ({ ...entry, operations: workOf(entry, at) })),
  ]
}

/** Of older work, the operations are not there any more. */
function summedUp(entry: WorkLedgerEntry, operations: readonly WorkOperation[], agents: KnownAgents): WorkLedgerEntry {
  const cost = sumOfDecimals(operations.map(({ cost = 0 }) => cost))
  return { ...entry, cost, ...agentsOf(operations, agents) }
}

/** Claims fail more often than other work: whoever asks which agent is dear, and why it fails, finds something. */
function fails({ status, modelName }: WorkLedgerEntry, at: number): boolean {
  return status === 'failed' || (modelName === 'Claim assessment' && status === 'completed' && at % 3 > 0)
}

function failed(entry: WorkLedgerEntry, at: number): WorkLedgerEntry {
  const reason = entry.modelName === 'Claim assessment' ? vocabulary.failureOfClaims : pick(vocabulary.failures, at)
  return { ...entry, status: 'failed', description: `${entry.description} ${reason}` }
}

/** What waits has begun. */
function begun(entry: WorkLedgerEntry): WorkLedgerEntry {
  return { ...entry, activeTime: entry.activeTime || 18 }
}

/** Tokens are never free. What newer work cost that nobody was charged for, the prices say, where there is one. */
function charged(entry: WorkLedgerEntry): WorkLedgerEntry {
  return { ...entry, cost: entry.cost || Math.ceil(entry.activeTime / 5) / 100 }
}

/** Of older work, whose operations nobody reported, no decision is left. */
function reviewed(entry: WorkLedgerEntry, at: number): WorkLedgerEntry {
  const { policyStatus: computed, status, createdAt } = entry
  if (computed !== 'review_required' || (status !== 'completed' && status !== 'failed')) return entry
  const [decided, reason] = at % 4 === 0 ? violation : exception
  const review = { computed, decided, reason, by: { type: 'client' as const, id: 'back-office' }, at: createdAt }
  return { ...entry, policyStatus: decided, review }
}

const violation = ['non_compliant', 'Nobody had agreed to an exception.'] as const
const exception = ['compliant', 'The team lead had agreed before.'] as const

const newestExecutions = 200

function nameOf(at: number, seed: number) {
  return { name: pick(firstNames, at + seed), familyName: pick(familyNames, at * 7 + seed) }
}

function createUser(at: number, seed: number, until: string): Partial<User> {
  const { name, familyName } = nameOf(at, seed)
  const username = `${name}.${familyName}`.toLowerCase()
  const createdAt = daysBefore(until, 400 - at * 9)
  return {
    username,
    email: `${username}@example.com`,
    name,
    middleName: at % 6 === 2 ? pick(firstNames, at + seed + 11) : null,
    familyName,
    enabled: at % 9 !== 4,
    roles: pick(rolesOfUsers, at),
    createdAt,
    updatedAt: daysBefore(createdAt, -(at % 20)),
  }
}

type WorldAgent = Partial<Agent> & Pick<Agent, 'id' | 'name' | 'type'>

/** Agents that are people have the names of users. */
function createAgent(at: number, seed: number, until: string): WorldAgent {
  const createdAt = daysBefore(until, 300 - at * 11)
  const common = {
    id: agentIdAt(at),
    active: at % 7 !== 3,
    priority: pick(['low', 'medium', 'high'] as const, at),
    metadata: { team: pick(vocabulary.teams, at) },
    createdAt,
    updatedAt: daysBefore(createdAt, -(at % 20)),
  }
  if (isPersonAt(at)) {
    const { name, familyName } = nameOf(at, seed)
    const capabilities = [pick(vocabulary.humanCapabilities, at), pick(vocabulary.humanCapabilities, at + 3)]
    return { ...common, name: `${name} ${familyName}`, type: 'HUMAN', model: null, capabilities }
  }
  const [name = '', ...capabilities] = talentsAt(at)
  return { ...common, name, type: 'AI', model: aiModelAt(at), capabilities }
}

function createIntegration(at: number, until: string): Partial<UntypedIntegration> {
  const type = pick(types, at)
  const form = contract.integrationTypes[type]
  if (!form) throw new Error(`The contract has no type ${type}.`)
  const status = pick(statuses, at)
  const createdAt = daysBefore(until, 200 - at * 6)
  const plain = form.fields.filter((field) => !field.secret && isNeeded(form, field, {}))
  // The second one of a type is another team's.
  const team = at + Math.floor(at / types.length)
  const testedAt = status === 'connecting' ? null : daysBefore(until, at % 3)
  const outcome = status === 'error' ? pick(failures, Math.floor(at / statuses.length)) : 'ok'
  const metadata = Object.fromEntries(plain.map(({ key, example, default: usual }) => [key, usual ?? example ?? '']))
  const { message } = sayOutcome(outcome, form, chosenTest(form, metadata))
  return {
    name: `${form.name} (${pick(vocabulary.teams, team)})`,
    description:
      at % 4 === 3 ? null : `Also used by ${pick(vocabulary.teams, team + 1)} and ${pick(vocabulary.teams, team + 2)}.`,
    type,
    metadata,
    status,
    isHealthy: status === 'active',
    lastHealthCheck: testedAt,
    lastTest: testedAt === null ? null : { outcome, message, at: testedAt },
    consecutiveFailures: status === 'error' ? (at % 4) + 1 : 0,
    createdAt,
    updatedAt: daysBefore(createdAt, -(at % 20)),
  }
}

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

const firstNames = vocabulary.firstNames.split(' ')
const familyNames = vocabulary.familyNames.split(' ')
const types = vocabulary.types.split(' ')

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

const failures = ['bad_credentials', 'missing_permission', 'timeout'] as const

const lastDay = '2026-11-20T16:00:00.000Z'
