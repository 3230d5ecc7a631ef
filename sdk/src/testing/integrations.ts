import type { UntypedIntegration } from '../../../spec/openapi.gen.ts'
import { checkMetadata, mergeForUpdate, splitMetadata } from '../../../contract/rules/metadata.ts'
import type { ValueFault } from './check.ts'
import { contract } from './contract.gen.ts'
import type { Context, Operation } from './operation.ts'
import { contains, takePage, type Filters } from './pages.ts'
import { answerRead, etagOf, refuseChange, writeRow } from './rows.ts'

export const listIntegrations: Operation<'listIntegrations'> = ({ query }, context) => {
  const items = [...context.instance.integrations.values()].map(({ item }) => item)
  const taken = takePage(context, { scope: 'integrations', items, idOf: ({ id }) => id, filters }, query)
  return taken.ok ? { status: 200, body: { content: taken.content, page: taken.page } } : taken.answer
}

const filters: Filters<'listIntegrations', UntypedIntegration> = {
  type: (integration, wanted) => integration.type === wanted,
  status: (integration, wanted) => integration.status === wanted,
  search: ({ name, description }, wanted) => contains(name, wanted) || contains(description, wanted),
}

/** It stays `connecting` until it is tested: nothing is checked in the background. */
export const createIntegration: Operation<'createIntegration'> = (
  { path, body },
  { instance, newId, now },
) => {
  const form = contract.integrationTypes[body.type]
  if (!form) return unknownType(body.type)
  const { faults } = checkMetadata(form, body.metadata)
  if (faults.length > 0) return invalid(faults)
  const { plain, secrets } = splitMetadata(form, body.metadata)
  const [id, createdAt] = [newId(), now()]
  const integration: UntypedIntegration = {
    id,
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
  const headers = { ...etagOf(row), Location: `/instances/${path.instanceId}/integrations/${id}` }
  return { status: 201, headers, body: integration }
}

export const getIntegration: Operation<'getIntegration'> = ({ path, headers }, { instance }) => {
  const row = instance.integrations.get(path.integrationId)
  return row ? answerRead(etagOf(row), row.item, headers) : notFound
}

export const updateIntegration: Operation<'updateIntegration'> = ({ path, headers, body }, context) => {
  const form = contract.integrationTypes[body.type]
  if (!form) return unknownType(body.type)
  const current = context.instance.integrations.get(path.integrationId)
  if (!current) return notFound
  const refused = refuseChange(current, headers)
  if (refused) return refused
  const { item } = current
  if (body.type !== item.type) return invalid([typeChanged])
  const stored = { plain: item.metadata, secretKeys: item.configuredSecrets }
  const merged = mergeForUpdate(form, body.metadata, stored)
  if (!merged.ok) return invalid(merged.faults)
  const { plain: metadata, secrets, keptSecrets } = merged
  const configuredSecrets = [...keptSecrets, ...Object.keys(secrets)].sort()
  const isReconfigured =
    Object.keys(secrets).length > 0 ||
    !isSame(metadata, item.metadata) ||
    !isSame(configuredSecrets, item.configuredSecrets)
  return change(context, item, {
    name: body.name,
    description: body.description ?? null,
    metadata,
    configuredSecrets,
    ...(isReconfigured && { isHealthy: false }),
    ...(isReconfigured && item.status !== 'inactive' && { status: 'connecting' }),
  })
}

export const deleteIntegration: Operation<'deleteIntegration'> = ({ path, headers }, { instance }) => {
  const current = instance.integrations.get(path.integrationId)
  if (!current) return notFound
  const refused = refuseChange(current, headers)
  if (refused) return refused
  instance.integrations.delete(path.integrationId)
  return { status: 204 }
}

/** Calls nobody: the outcome is the one that the instance was given. */
export const testIntegration: Operation<'testIntegration'> = ({ path }, context) => {
  const { instance, now } = context
  const current = instance.integrations.get(path.integrationId)
  if (!current) return notFound
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

export const enableIntegration: Operation<'enableIntegration'> = ({ path }, context) => {
  const current = context.instance.integrations.get(path.integrationId)
  if (!current) return notFound
  if (current.item.status !== 'inactive') return { status: 200, headers: etagOf(current), body: current.item }
  return change(context, current.item, { status: 'connecting' })
}

export const disableIntegration: Operation<'disableIntegration'> = ({ path }, context) => {
  const current = context.instance.integrations.get(path.integrationId)
  if (!current) return notFound
  if (current.item.status === 'inactive') return { status: 200, headers: etagOf(current), body: current.item }
  return change(context, current.item, { status: 'inactive' })
}

function change({ instance, now }: Context, item: UntypedIntegration, changes: Partial<UntypedIntegration>) {
  const row = writeRow(instance.integrations, item.id, { ...item, ...changes, updatedAt: now() })
  return { status: 200, headers: etagOf(row), body: row.item } as const
}

/** Members in any order. */
function isSame(a: object, b: object): boolean {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(a) === sorted(b)
}

function unknownType(type: string) {
  const message = `There is no integration type ${type}. GET .../integration-types lists them.`
  return invalid([{ pointer: '/type', code: 'unknown', message }])
}

function invalid(faults: readonly ValueFault[]) {
  const more = faults.length === 1 ? '' : ` There are ${faults.length} faults; all are listed in errors.`
  const detail = `${faults[0]?.message ?? 'The configuration does not fit.'}${more}`
  const errors = faults.map((fault) => ({ in: 'body', ...fault }) as const)
  return { status: 422, problem: { code: 'invalid_integration', detail, errors } } as const
}

const typeChanged = {
  pointer: '/type',
  code: 'fixed',
  message: 'The type of an integration cannot change. Create another integration.',
}

const notFound = { status: 404, problem: { code: 'integration_not_found' } } as const
