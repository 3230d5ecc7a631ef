import { asObject, isObject } from '../../../contract/json.ts'
import { erased, personalNames } from '../../../contract/rules/changes.ts'
import { findDifference } from '../../../contract/rules/difference.ts'
import { mcpAccessId } from '../../../contract/rules/mcp-access.ts'
import { cut } from '../../../contract/rules/text.ts'
import type { Change, WorkLedgerEntry } from '../../../spec/gen/openapi.gen.ts'
import type { AnyOperation, ChangeLog, Context, Instance } from './operation.ts'
import { itemsOf, tagOf } from './rows.ts'
import { sendChange } from './deliveries.ts'

/** Ends the streams of the log. */
export function closeLog(log: ChangeLog): void {
  log.isClosed = true
  for (const wake of log.waiting) wake()
}

/** Keeps a record of each resource that the operation creates, changes or deletes. */
export function recorded(run: AnyOperation): AnyOperation {
  return (input, context) => {
    const before = listResources(context.instance)
    const answer = run(input, context)
    const after = listResources(context.instance)
    for (const [key, resource] of new Map([...before, ...after]))
      if (before.get(key)?.item !== after.get(key)?.item) {
        const tags = { etagBefore: findTag(before, resource), etagAfter: findTag(after, resource) }
        record(context, resource, before.get(key)?.item ?? null, after.get(key)?.item ?? null, tags, input.body)
      }
    return answer
  }
}

/** By type and id, of a TWU model each version. A change of an item puts another object in its place. */
function listResources({
  users,
  agents,
  integrations,
  models,
  modelPrices,
  mcpAccess,
  webhooks,
}: Instance): Map<string, Resource> {
  const versions = [...models.values()].flatMap((model) => {
    const etag = tagOf(model)
    return model.versions.map(({ item }) => ({ type: 'twu_model', id: model.id, name: item.name, item, etag }))
  })
  const resources: Resource[] = [
    ...itemsOf(users).map((item) => ({ type: 'user', id: item.id, name: item.username, item })),
    ...itemsOf(agents).map((item) => ({ type: 'agent', id: item.id, name: item.name, item })),
    ...itemsOf(integrations).map((item) => ({ type: 'integration', id: item.id, name: item.name, item })),
    ...itemsOf(modelPrices).map((item) => ({ type: 'model_price', id: item.id, name: item.model, item })),
    ...itemsOf(mcpAccess).map((item) => ({ type: 'mcp_access', id: mcpAccessId, name: null, item })),
    ...itemsOf(webhooks).map((item) => ({ type: 'webhook', id: item.id, name: item.description, item })),
    ...versions,
  ]
  return new Map(resources.map((each) => [`${each.type} ${each.id} ${each.item.version}`, each]))
}

/** A version of a TWU model has the tag of its model. */
function findTag(resources: ReadonlyMap<string, Resource>, { type, id }: Resource): string | null {
  const found = [...resources.values()].find((each) => each.type === type && each.id === id)
  return found ? (found.etag ?? found.item.etag) : null
}

function record(
  context: Context,
  { type, id, name, item }: Resource,
  was: Item | null,
  is: Item | null,
  tags: Pick<Change, 'etagBefore' | 'etagAfter'>,
  body: unknown,
) {
  const { log } = context.instance
  // The record of a user's deletion has nothing of the person, and the earlier ones no more.
  const isForgotten = type === 'user' && !is
  if (isForgotten) eraseNames(log.changes, id)
  const secrets = is ? findSecrets(type, was, is, asObject(body ?? {})) : []
  const differing = isForgotten ? [] : findDifference(was, is)
  // A test that confirms what was known is no change.
  const isConfirmed = secrets.length === 0 && differing.every(({ pointer }) => ofEveryTest.test(pointer))
  if (was && is && isConfirmed) return
  appendChange(context, {
    kind: !was ? 'created' : is ? 'updated' : 'deleted',
    resource: { type, id, name: isForgotten ? null : name },
    version: item.version ?? null,
    ...tags,
    difference: [...differing, ...secrets.map((pointer) => ({ pointer, isSecret: true as const }))],
  })
}

/** Keeps the record of a change, and tells the streams that follow. */
function appendChange(context: Context, facts: Omit<Change, 'sequence' | 'at' | keyof Context['origin']>): void {
  const { log, webhooks } = context.instance
  const { operation, actor, requestId } = context.origin
  const change = { sequence: log.changes.length + 1, at: context.now(), ...facts, operation, actor, requestId }
  log.changes.push(change)
  for (const webhook of itemsOf(webhooks)) if (webhook.enabled) sendChange(context, webhook, change)
  for (const wake of log.waiting) wake()
}

/** Keeps the record of what became of a work ledger entry. */
export function appendEntryChange(
  context: Context,
  kind: Change['kind'],
  { id, title }: WorkLedgerEntry,
  before: object | null,
  after: object,
): void {
  const resource = { type: 'work_ledger', id, name: cut(title, 256) }
  const difference = findDifference(before, after)
  appendChange(context, { kind, resource, version: null, etagBefore: null, etagAfter: null, difference })
}

/** What differs after a test although it found the same. */
const ofEveryTest = /^\/(lastHealthCheck|lastTest(\/at|\/message)?|consecutiveFailures)$/

function eraseNames(changes: readonly Change[], userId: string): void {
  const ofUser = changes.filter(({ resource }) => resource.type === 'user' && resource.id === userId)
  for (const { resource, difference } of ofUser) {
    resource.name = erased
    for (const each of difference.filter(({ pointer }) => personalNames.includes(pointer)))
      for (const side of ['before', 'after'] as const) if (side in each) each[side] = erased
  }
}

/** Pointers to the secrets that the request set or removed. Every new user gets a password. */
function findSecrets(type: string, was: Item | null, is: Item, sent: Record<string, unknown>): string[] {
  if (type === 'user' && (!was || sent['temporaryPassword'] !== undefined)) return ['/temporaryPassword']
  if (type === 'webhook') return was && 'url' in sent ? [] : ['/secret']
  const metadata = isObject(sent['metadata']) ? sent['metadata'] : {}
  const [old, present] = [was?.configuredSecrets ?? [], is.configuredSecrets ?? []]
  const keys = [...new Set([...old, ...present])]
  const changed = keys.filter((key) => !present.includes(key) || !old.includes(key) || key in metadata)
  return changed.map((key) => `/metadata/${key}`)
}

interface Resource {
  type: string
  id: string
  name: string | null
  item: Item
  /** Where it is not that of the item. */
  etag?: string
}

/** What records need to know of any resource. */
interface Item {
  etag: string
  version?: number
  configuredSecrets?: readonly string[]
}
