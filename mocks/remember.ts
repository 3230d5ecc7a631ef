import { asObject, isObject } from '../contract/json.ts'
import { invalidInput } from '../contract/rules/refusals.ts'
import { isRole } from '../contract/rules/roles.ts'
import { answerList } from '../contract/rules/list-in-memory.ts'
import type { AnyAnswer } from '../contract/types.ts'
import type { AnyOperation, Operation } from '../server/contract/operation.ts'
import { readableTypes } from '../server/operations/answers/readable-types.ts'
import { operationsById } from '../sdk/src/testing/operations.ts'
import type { Context } from '../sdk/src/testing/operation.ts'
import { isCallable, ofService, sendWaiting } from './send-webhooks.ts'
import { findMisspeltOutcomes, plannedOutcome, type World } from './world.ts'

export interface Remembering {
  world: World
  /** Between a change of an integration's configuration and its first check. */
  checkAfterMs: number
}

/**
 * Every operation of the SDK's test server on the data of the world. A new or changed integration is checked a little later,
 * as by the service, with its planned outcome.
 */
export function rememberingOperations(remembering: Remembering): Record<string, AnyOperation> {
  const remembered = Object.keys(operationsById).map((id): [string, AnyOperation] => [
    id,
    async (input, context) => {
      const types = readableTypes(context)
      const { origin, access } = context
      const call = { origin, roles: access.roles, readsChangesOf: (type: string) => types.includes(type), isCallable }
      return answer(id, input, remembering, call)
    },
  ])
  return { ...Object.fromEntries(remembered), listInstances }
}

const listInstances: Operation<'listInstances'> = async ({ query }, { caller: { instances, rolesIn } }) => {
  const items = instances.map((id) => {
    const name = id.charAt(0).toUpperCase() + id.slice(1)
    return { id, name, status: 'active' as const, roles: rolesIn(id).filter(isRole) }
  })
  return answerList({ scope: ['instances'], items }, query)
}

function answer(id: string, input: Parameters<AnyOperation>[0], remembering: Remembering, call: Call): AnyAnswer {
  const run = operationsById[id]
  if (!run) throw new Error(`The mock has no operation ${id}.`)
  const { instanceId, integrationId } = asObject(input.path)
  const context = { ...remembering.world.enter(String(instanceId)), ...call }
  const misspelt = naming.has(id) ? findMisspeltOutcomes(asObject(input.body)) : []
  if (misspelt.length > 0) return invalidInput(misspelt)
  // After the answer, as by the service.
  setImmediate(sendWaiting, context)
  if (id === 'testIntegration' || id === 'testUnsavedIntegration') {
    const { integrationId: named = integrationId, metadata = {} } = asObject(input.body ?? {})
    const testOutcome = plannedOutcome(context.instance, String(named), JSON.stringify(metadata))
    return run(input, { ...context, instance: { ...context.instance, testOutcome } })
  }
  const given = run(input, context)
  if (configuring.has(id) && isObject(given.body) && given.body['status'] === 'connecting')
    checkLater(instanceId, given.body['id'], remembering)
  return given
}

/** The operations whose body may name the outcome of a test. */
const naming = new Set(['createIntegration', 'updateIntegration', 'testUnsavedIntegration'])

/** The operations after which an integration is checked. */
const configuring = new Set(['createIntegration', 'updateIntegration', 'enableIntegration'])

function checkLater(instanceId: unknown, integrationId: unknown, remembering: Remembering): void {
  const check = () => {
    const { instance } = remembering.world.enter(String(instanceId))
    if (instance.integrations.get(String(integrationId))?.item.status !== 'connecting') return
    const path = { instanceId, integrationId }
    answer('testIntegration', { path, query: {}, headers: {}, body: undefined }, remembering, backgroundCheck)
  }
  setTimeout(check, remembering.checkAfterMs).unref()
}

type Call = Pick<Context, 'origin' | 'roles' | 'readsChangesOf' | 'isCallable'>

const backgroundCheck: Call = {
  origin: ofService('check-integration'),
  roles: [],
  readsChangesOf: () => true,
  isCallable,
}
