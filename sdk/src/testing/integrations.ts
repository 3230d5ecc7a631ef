import { reportOf } from './connection-report.ts'
import { answerList, type Filters } from '../../../contract/rules/list-in-memory.ts'
import { checkMetadata, mergeForUpdate, splitMetadata } from '../../../contract/rules/metadata.ts'
import * as refusals from '../../../contract/rules/refusals.ts'
import { contains } from '../../../contract/rules/text.ts'
import type { UntypedIntegration } from '../../../spec/gen/openapi.gen.ts'
import type { Input } from '../../../contract/types.ts'
import { contract } from './contract.gen.ts'
import type { Context, Operation } from './operation.ts'
import * as rows from './rows.ts'

export const listIntegrations: Operation<'listIntegrations'> = ({ path, query }, { instance }) => {
  const list = { scope: ['integrations', path.instanceId], items: rows.itemsOf(instance.integrations), filters }
  return answerList({ ...list, largePart: ({ metadata }) => metadata }, query)
}

const filters: Filters<'listIntegrations', UntypedIntegration> = {
  type: (integration, wanted) => integration.type === wanted,
  status: (integration, wanted) => integration.status === wanted,
  search: ({ name, description }, wanted) => contains(name, wanted) || contains(description, wanted),
  expiresBefore: ({ secretsExpireAt }, wanted) => secretsExpireAt !== null && secretsExpireAt < wanted,
}

/** The new integration stays `connecting` until `testIntegration`: the test server has no background checks. */
export const createIntegration: Operation<'createIntegration'> = ({ path, body }, { instance, newId, now }) => {
  const form = contract.integrationTypes[body.type]
  if (!form) return refusals.unknownType(body.type)
  const faults = checkMetadata(form, body.metadata)
  if (faults.length > 0) return refusals.invalidIntegration(faults)
  const { plain, secrets } = splitMetadata(form, body.metadata)
  const [id, createdAt] = [newId(), now()]
  const { name, description = null, type, secretsExpireAt = null } = body
  const configured = { metadata: plain, configuredSecrets: Object.keys(secrets).sort(), secretsExpireAt }
  const untested = { isHealthy: false, lastHealthCheck: null, lastTest: null, consecutiveFailures: 0 }
  const state = { status: 'connecting' as const, ...untested, createdAt, updatedAt: createdAt }
  const integration = { id, etag: rows.firstTag, name, description, type, ...configured, ...state }
  const row = rows.write(instance.integrations, id, integration)
  return rows.answerCreated(row, `/instances/${path.instanceId}/integrations/${id}`)
}

export const getIntegration: Operation<'getIntegration'> = ({ path, headers }, { instance }) =>
  rows.read(instance.integrations, path.integrationId, headers, refusals.integrationNotFound)

export const updateIntegration: Operation<'updateIntegration'> = ({ path, headers, body }, context) => {
  const form = contract.integrationTypes[body.type]
  if (!form) return refusals.unknownType(body.type)
  const row = rows.find(context.instance.integrations, path.integrationId, headers, refusals.integrationNotFound)
  if ('problem' in row) return row
  const { item } = row
  if (body.type !== item.type) return refusals.typeChanged
  const stored = { plain: item.metadata, secretKeys: item.configuredSecrets }
  const merged = mergeForUpdate(form, body.metadata, stored)
  if (!merged.ok) return refusals.invalidIntegration(merged.faults)
  const { plain: metadata, secrets, keptSecrets } = merged
  const configuredSecrets = [...keptSecrets, ...Object.keys(secrets)].sort()
  const setsSecret = Object.keys(secrets).length > 0
  const isReconfigured = setsSecret || !rows.isSameState({ ...item, metadata, configuredSecrets }, item)
  const integration: UntypedIntegration = {
    ...item,
    name: body.name,
    description: body.description ?? null,
    metadata,
    configuredSecrets,
    secretsExpireAt: body.secretsExpireAt ?? null,
    ...(isReconfigured && { isHealthy: false, consecutiveFailures: 0 }),
    ...(isReconfigured && item.status !== 'inactive' && { status: 'connecting' }),
    updatedAt: context.now(),
  }
  return rows.answerState(rows.revise(context.instance.integrations, item.id, integration, setsSecret))
}

export const deleteIntegration: Operation<'deleteIntegration'> = ({ path, headers }, { instance }) =>
  rows.remove(instance.integrations, path.integrationId, headers, refusals.integrationNotFound)

/** Calls no vendor: the outcome is the `testOutcome` of the instance. */
export const testIntegration: Operation<'testIntegration'> = ({ path, headers }, context) => {
  const { instance, now } = context
  const row = rows.find(instance.integrations, path.integrationId, headers, refusals.integrationNotFound)
  if ('problem' in row) return row
  const { item } = row
  const report = reportOf(instance.testOutcome, item, now())
  const { outcome, message, testedAt } = report
  const isHealthy = outcome === 'ok'
  // The mock makes its background checks with this operation.
  const isCheck = context.origin.operation === 'check-integration'
  const failures = item.consecutiveFailures + (isCheck ? 1 : 0)
  const { body: integration } = change(context, item, {
    lastHealthCheck: testedAt,
    lastTest: { outcome, message, at: testedAt },
    ...(!(isCheck && outcome === 'rate_limited') && {
      isHealthy,
      consecutiveFailures: isHealthy ? 0 : failures,
      ...(item.status !== 'inactive' && { status: isHealthy ? 'active' : 'error' }),
    }),
  })
  instance.lastTests.set(item.id, report)
  return { status: 200, body: { ...report, integration } }
}

export const testUnsavedIntegration: Operation<'testUnsavedIntegration'> = ({ body }, { instance, now }) => {
  const form = contract.integrationTypes[body.type]
  if (!form) return refusals.unknownType(body.type)
  const stored = body.integrationId === undefined ? null : instance.integrations.get(body.integrationId)?.item
  if (stored === undefined) return refusals.integrationNotFound
  if (stored && stored.type !== body.type) return refusals.otherType
  const { metadata: plain = {}, configuredSecrets: secretKeys = [] } = stored ?? {}
  const merged = mergeForUpdate(form, body.metadata, { plain, secretKeys })
  if (!merged.ok) return refusals.invalidIntegration(merged.faults)
  return { status: 200, body: reportOf(instance.testOutcome, body, now()) }
}

export const getLastTest: Operation<'getLastTest'> = ({ path }, { instance }) => {
  const current = instance.integrations.get(path.integrationId)
  if (!current) return refusals.integrationNotFound
  const { lastTest } = current.item
  if (!lastTest) return refusals.integrationNotTested
  const seeded = () => ({ ...reportOf(lastTest.outcome, current.item, lastTest.at), message: lastTest.message })
  return { status: 200, body: instance.lastTests.get(path.integrationId) ?? seeded() }
}

export const enableIntegration: Operation<'enableIntegration'> = (input, context) => {
  return switchTo('connecting', input, context)
}

export const disableIntegration: Operation<'disableIntegration'> = (input, context) => {
  return switchTo('inactive', input, context)
}

function switchTo(
  status: 'connecting' | 'inactive',
  { path, headers }: Input<'enableIntegration' | 'disableIntegration'>,
  context: Context,
) {
  const row = rows.find(context.instance.integrations, path.integrationId, headers, refusals.integrationNotFound)
  if ('problem' in row) return row
  const isSwitched = (row.item.status === 'inactive') !== (status === 'inactive')
  return isSwitched ? change(context, row.item, { status, consecutiveFailures: 0 }) : rows.answerState(row)
}

function change({ instance, now }: Context, item: UntypedIntegration, changes: Partial<UntypedIntegration>) {
  return rows.answerState(rows.write(instance.integrations, item.id, { ...item, ...changes, updatedAt: now() }))
}
