import { isObject } from '../../../contract/json.ts'
import { etagOf } from '../../../contract/rules/etag.ts'
import { toEntry } from '../../../contract/rules/executions.ts'
import { isIdentifier } from '../../../contract/rules/identifier.ts'
import { isNeeded, mergeForUpdate } from '../../../contract/rules/metadata.ts'
import { priceOperations } from '../../../contract/rules/prices.ts'
import { comparable } from '../../../contract/rules/text.ts'
import { compileModel, evaluateModel } from '../../../contract/rules/twu/evaluate.ts'
import type {
  Agent,
  ConnectionTestOutcome,
  Integration,
  ModelPrice,
  TwuModelVersion,
  UntypedIntegration,
  User,
  WorkLedgerEntry,
  WorkOperation,
} from '../../../spec/gen/openapi.gen.ts'
import type { Fault } from '../errors.ts'
import { trust } from '../trust.ts'
import { connectionTestOutcomeValues } from '../values.gen.ts'
import { check, type Schema } from '../schemas/check.ts'
import * as rules from '../schemas/rules.gen.ts'
import { contract } from './contract.gen.ts'
import { operationNamed } from './forced.ts'
import type { Instance, Model, Rows, Tools } from './operation.ts'
import { knownAgents } from './shares.ts'
import { pricesOf } from './prices-of.ts'
import { firstTag } from './rows.ts'

/**
 * The initial data of an instance. Members that an item leaves out come from the contract's example; ids and times are new.
 */
export interface InstanceSeed {
  /** Default: the id. */
  name?: string
  users?: readonly Partial<User>[]
  agents?: readonly Partial<Agent>[]
  /**
   * Integrations as the service returns them. `configuredSecrets` names their secrets; default: the secrets that the type
   * requires.
   */
  integrations?: readonly Partial<Integration>[]
  twuModels?: readonly TwuModelSeed[]
  /** Prices of AI models, for operations of the seed and of reports that have no cost. */
  modelPrices?: readonly Partial<ModelPrice>[]
  /** An entry with `operations` is an execution, computed by the newest published version of the model with its `modelName`. */
  workLedger?: readonly (Partial<WorkLedgerEntry> & { operations?: readonly WorkOperation[] })[]
  /** The outcome of every connection test. Default: `ok`. */
  testOutcome?: ConnectionTestOutcome
}

export interface TwuModelSeed {
  id?: string
  /**
   * The versions from version 1 on. Default: one draft. A version before the last one is published unless its `status` says
   * otherwise.
   */
  versions?: readonly Partial<Omit<TwuModelVersion, 'modelId' | 'version'>>[]
}

/** Throws TypeError for data that the service could not hold; its message begins with `instances.` and the id. */
export function seedInstance(id: string, seed: InstanceSeed, tools: Tools): Instance {
  const where = `instances.${id}`
  if (!isIdentifier(id)) throw new TypeError(`${where} is no id: 1 to 64 letters, digits, "_" or "-".`)
  const lists = ['users', 'agents', 'integrations', 'twuModels', 'modelPrices', 'workLedger'] as const
  refuseUnknown(where, seed, ['name', ...lists, 'testOutcome'])
  const { name = id, testOutcome = 'ok' } = seed
  refuseFaults(where, check('body', { type: 'string', minLength: 1, maxLength: 200 }, name, '/name'))
  refuseFaults(where, check('body', { enum: connectionTestOutcomeValues }, testOutcome, '/testOutcome'))
  const seedAll = <Given, Item extends { id: string }>(
    list: string,
    given: readonly Given[] = [],
    seedOne: (where: string, given: Given, tools: Tools) => Item,
  ) => {
    const items = given.map((item, at) => seedOne(`${where}.${list}[${at}]`, item, tools))
    const ids = items.map(({ id }) => id)
    refuseRepeated(`${where}.${list}`, 'id', ids)
    return new Map(items.map((item) => [item.id, item]))
  }
  const users = seedAll('users', seed.users, seedFrom('users.get', rules.User, trust<User>))
  for (const field of ['username', 'email'] as const) {
    const names = [...users.values()].map((user) => comparable(user[field]))
    refuseRepeated(`${where}.users`, field, names)
  }
  const modelPrices = seedAll(
    'modelPrices',
    seed.modelPrices,
    seedFrom('modelPrices.set', rules.ModelPrice, trust<ModelPrice>),
  )
  const days = [...modelPrices.values()].map(({ model, validFrom }) => `${model} ${validFrom}`)
  refuseRepeated(`${where}.modelPrices`, 'model and day', days)
  const instance: Instance = {
    id,
    name,
    users: toRows(users),
    agents: toRows(seedAll('agents', seed.agents, seedFrom('agents.get', rules.Agent, trust<Agent>))),
    integrations: toRows(seedAll('integrations', seed.integrations, seedIntegration)),
    models: seedAll('twuModels', seed.twuModels, seedModel),
    modelPrices: toRows(modelPrices),
    mcpAccess: new Map(),
    ledger: new Map(),
    testOutcome,
    lastTests: new Map(),
    answered: new Map(),
    executions: new Map(),
    log: { changes: [], epoch: (epochs += 1).toString(16), waiting: new Set(), isClosed: false },
    webhooks: new Map(),
    webhookSecrets: new Map(),
    deliveries: new Map(),
  }
  instance.ledger = seedAll('workLedger', seed.workLedger, seedEntries(instance))
  return instance
}

/** An instance that begins anew has another epoch. */
let epochs = 0

/** Computes an entry with operations. */
function seedEntries(instance: Instance) {
  const { models, executions, agents } = instance
  const prices = pricesOf(instance)
  const seedEntry = seedFrom('workLedger.get', rules.WorkLedgerEntry, trust<WorkLedgerEntry>)
  const published = [...models.values()].flatMap(({ versions }) => {
    return versions.findLast(({ item }) => item.status === 'published')?.item ?? []
  })
  const compiled = new Map<string, ReturnType<typeof compileModel>>()
  return (where: string, { operations: reported, ...given }: EntrySeed, tools: Tools): WorkLedgerEntry => {
    const entry = seedEntry(where, given, tools)
    if (!reported) return entry
    refuseFaults(where, check('body', operationsRule, reported, '/operations'))
    const operations = priceOperations(reported, prices)
    const version = published.find(({ name }) => name === entry.modelName)
    if (!version) throw new TypeError(`${where} is of "${entry.modelName}", which is no published model.`)
    const { modelId, name } = version
    const { createdAt, updatedAt } = entry
    const model = compiled.get(name) ?? compileModel(version)
    compiled.set(name, model)
    const report = { ...entry, startedAt: entry.startedAt ?? createdAt, operations }
    executions.set(entry.id, { modelId, report, reportedBy: 'seed', sent: '' })
    const times = { createdAt, updatedAt }
    return toEntry({ modelId, report }, version, evaluateModel(model, operations), times, knownAgents(agents))
  }
}

type EntrySeed = NonNullable<InstanceSeed['workLedger']>[number]

const operationsRule = { type: 'array', minItems: 1, maxItems: 1000, items: { $ref: rules.WorkOperation } }

function seedFrom<Item>(reading: string, schema: Schema, toItem: (item: object) => Item) {
  return (where: string, given: object, { newId, now }: Tools): Item => {
    const createdAt = now()
    const item = { ...exampleOf(reading), id: newId(), createdAt, updatedAt: createdAt, ...given }
    refuseFaults(where, check('body', schema, item))
    return toItem(item)
  }
}

function seedIntegration(where: string, given: object, tools: Tools): UntypedIntegration {
  const { type } = trust<UntypedIntegration>({ ...exampleOf('integrations.get'), ...given })
  const form = contract.integrationTypes[type]
  if (!form) throw new TypeError(`${where} has the type ${type}, which the contract does not know.`)
  const metadata = 'metadata' in given && isObject(given.metadata) ? given.metadata : {}
  const needed = form.fields.filter((field) => field.secret && isNeeded(form, field, metadata))
  const untested = { secretsExpireAt: null, lastTest: null, consecutiveFailures: 0 }
  const whole = { metadata, configuredSecrets: needed.map(({ key }) => key), ...untested, ...given }
  const item = seedFrom('integrations.get', rules.Integration, trust<UntypedIntegration>)(where, whole, tools)
  const stored = { plain: item.metadata, secretKeys: item.configuredSecrets }
  const merged = mergeForUpdate(form, item.metadata, stored)
  refuseFaults(where, merged.ok ? [] : merged.faults)
  return item
}

function seedModel(where: string, given: TwuModelSeed, tools: Tools): Model {
  refuseUnknown(where, given, ['id', 'versions'])
  const { id = tools.newId(), versions = [{}] } = given
  const seeded = versions.map((version, at) => {
    const createdAt = tools.now()
    const status = version.status ?? (at === versions.length - 1 ? 'DRAFT' : 'published')
    const item = {
      ...exampleOf('twuModels.versions.get'),
      modelId: id,
      version: at + 1,
      status,
      createdAt,
      updatedAt: createdAt,
      ...(status === 'published' && { publishedAt: createdAt }),
      ...(status === 'archived' && { archivedAt: createdAt }),
      ...version,
      etag: etagOf(1, at + 1),
    }
    refuseFaults(`${where}.versions[${at}]`, check('body', rules.TwuModelVersion, item))
    return { item: trust<TwuModelVersion>(item), revision: 1 }
  })
  const [first, ...later] = seeded
  if (!first) throw new TypeError(`${where} has no version: a model has one from the beginning.`)
  if (seeded.filter(({ item }) => item.status === 'DRAFT').length > 1)
    throw new TypeError(`${where} has two drafts: a model has one at a time.`)
  return { id, versions: [first, ...later] }
}

/** The contract's first example of the operation's answer 200. */
function exampleOf(reading: string): Record<string, unknown> {
  const [example] = Object.values(operationNamed(reading).answers[200]?.examples ?? {})
  if (!isObject(example)) throw new Error(`The contract has no example for ${reading}.`)
  return example
}

/** Refuses a misspelt member, which JavaScript would ignore. */
function refuseUnknown<Seed extends object>(where: string, given: Seed, members: readonly (keyof Seed)[]): void {
  const known = members.map(String)
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new TypeError(`${where} has ${unknown}, which is none of ${known.join(', ')}.`)
}

function refuseFaults(where: string, faults: readonly Pick<Fault, 'pointer' | 'message'>[]): void {
  const [first] = faults
  if (first) throw new TypeError(`${where}${first.pointer}: ${first.message}`)
}

function refuseRepeated(where: string, field: string, values: readonly string[]): void {
  const seen = new Set<string>()
  for (const value of values) {
    if (seen.has(value)) throw new TypeError(`${where} has two with the ${field} ${value}: give each its own.`)
    seen.add(value)
  }
}

function toRows<Item extends object>(items: ReadonlyMap<string, Item>): Rows<Item> {
  return new Map([...items].map(([id, item]) => [id, { item: { ...item, etag: firstTag }, revision: 1 }]))
}
