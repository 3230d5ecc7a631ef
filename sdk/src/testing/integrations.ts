import { answerRead, refuseChange } from '../../../contract/rules/etag.ts'
import { answerList, type Filters } from '../../../contract/rules/list-in-memory.ts'
import { checkMetadata, mergeForUpdate, splitMetadata } from '../../../contract/rules/metadata.ts'
import { integrationNotFound, invalidIntegration, typeChanged, unknownType } from '../../../contract/rules/refusals.ts'
import { contains } from '../../../contract/rules/text.ts'
import type { UntypedIntegration } from '../../../spec/openapi.gen.ts'
import { contract } from './contract.gen.ts'
import type { Context, Operation } from './operation.ts'
import { answerCreated, answerState, firstTag, isSameState, itemsOf, reviseRow, writeRow } from './rows.ts'

export const listIntegrations: Operation<'listIntegrations'> = ({ path, query }, { instance }) => {
  const scope = ['integrations', path.instanceId]
  return answerList(
    {
      scope,
      items: itemsOf(instance.integrations),
      idOf: ({ id }) => id,
      filters,
      largePart: ({ metadata }) => metadata,
    },
    query,
  )
}

const filters: Filters<'listIntegrations', UntypedIntegration> = {
  type: (integration, wanted) => integration.type === wanted,
  status: (integration, wanted) => integration.status === wanted,
  search: ({ name, description }, wanted) => contains(name, wanted) || contains(description, wanted),
}

/** The new integration stays `connecting` until `testIntegration`: the test server has no background checks. */
export const createIntegration: Operation<'createIntegration'> = ({ path, body }, { instance, newId, now }) => {
  const form = contract.integrationTypes[body.type]
  if (!form) return unknownType(body.type)
  const faults = checkMetadata(form, body.metadata)
  if (faults.length > 0) return invalidIntegration(faults)
  const { plain, secrets } = splitMetadata(form, body.metadata)
  const [id, createdAt] = [newId(), now()]
  const integration: UntypedIntegration = {
    id,
    etag: firstTag,
    name: body.name,
    description: body.description ?? null,
    type: body.type,
    metadata: plain,
    configuredSecrets: Object.keys(secrets).sort(),
    status: 'connecting',
    isHealthy: false,
    lastHealthCheck: null,
    createdAt,
    updatedAt: createdAt,
  }
  const row = writeRow(instance.integrations, id, integration)
  return answerCreated(row, `/instances/${path.instanceId}/integrations/${id}`)
}

export const getIntegration: Operation<'getIntegration'> = ({ path, headers }, { instance }) => {
  const row = instance.integrations.get(path.integrationId)
  return row ? answerRead(row.item.etag, row.item, headers) : integrationNotFound
}

export const updateIntegration: Operation<'updateIntegration'> = ({ path, headers, body }, context) => {
  const form = contract.integrationTypes[body.type]
  if (!form) return unknownType(body.type)
  const current = context.instance.integrations.get(path.integrationId)
  if (!current) return integrationNotFound
  const refused = refuseChange(current.item.etag, headers)
  if (refused) return refused
  const { item } = current
  if (body.type !== item.type) return typeChanged
  const stored = { plain: item.metadata, secretKeys: item.configuredSecrets }
  const merged = mergeForUpdate(form, body.metadata, stored)
  if (!merged.ok) return invalidIntegration(merged.faults)
  const { plain: metadata, secrets, keptSecrets } = merged
  const configuredSecrets = [...keptSecrets, ...Object.keys(secrets)].sort()
  const setsSecret = Object.keys(secrets).length > 0
  const isReconfigured = setsSecret || !isSameState({ ...item, metadata, configuredSecrets }, item)
  const integration: UntypedIntegration = {
    ...item,
    name: body.name,
    description: body.description ?? null,
    metadata,
    configuredSecrets,
    ...(isReconfigured && { isHealthy: false }),
    ...(isReconfigured && item.status !== 'inactive' && { status: 'connecting' }),
    updatedAt: context.now(),
  }
  return answerState(reviseRow(context.instance.integrations, item.id, integration, setsSecret))
}

export const deleteIntegration: Operation<'deleteIntegration'> = ({ path, headers }, { instance }) => {
  const current = instance.integrations.get(path.integrationId)
  if (!current) return integrationNotFound
  const refused = refuseChange(current.item.etag, headers)
  if (refused) return refused
  instance.integrations.delete(path.integrationId)
  return { status: 204 }
}

/** Calls no vendor: the outcome is the `testOutcome` of the instance. */
export const testIntegration: Operation<'testIntegration'> = ({ path, headers }, context) => {
  const { instance, now } = context
  const current = instance.integrations.get(path.integrationId)
  if (!current) return integrationNotFound
  const refused = refuseChange(current.item.etag, headers)
  if (refused) return refused
  const [outcome, testedAt] = [instance.testOutcome, now()]
  const isHealthy = outcome === 'ok'
  const { body: integration } = change(context, current.item, {
    isHealthy,
    lastHealthCheck: testedAt,
    ...(current.item.status !== 'inactive' && { status: isHealthy ? 'active' : 'error' }),
  })
  const message = `No system was called: the test server was told that the outcome is ${outcome}.`
  return { status: 200, body: { outcome, message, testedAt, durationMs: 0, integration } }
}

export const enableIntegration: Operation<'enableIntegration'> = ({ path, headers }, context) => {
  const current = context.instance.integrations.get(path.integrationId)
  if (!current) return integrationNotFound
  const refused = refuseChange(current.item.etag, headers)
  if (refused) return refused
  if (current.item.status !== 'inactive') return answerState(current)
  return change(context, current.item, { status: 'connecting' })
}

export const disableIntegration: Operation<'disableIntegration'> = ({ path, headers }, context) => {
  const current = context.instance.integrations.get(path.integrationId)
  if (!current) return integrationNotFound
  const refused = refuseChange(current.item.etag, headers)
  if (refused) return refused
  if (current.item.status === 'inactive') return answerState(current)
  return change(context, current.item, { status: 'inactive' })
}

function change({ instance, now }: Context, item: UntypedIntegration, changes: Partial<UntypedIntegration>) {
  return answerState(writeRow(instance.integrations, item.id, { ...item, ...changes, updatedAt: now() }))
}
