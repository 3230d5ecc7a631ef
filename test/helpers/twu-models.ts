import { setTimeout as delay } from 'node:timers/promises'
import type { components } from '../../spec/openapi.gen.ts'
import type { TestService } from './service.ts'
import { succeed } from './succeed.ts'

export type TwuModelInput = components['schemas']['TwuModelInput']

/** A definition that can be published as it is. */
export function completeInput(name = 'Refund handling'): Required<TwuModelInput> {
  return {
    name,
    description: 'Decides and pays refunds.',
    entities: [
      {
        name: 'order',
        description: 'What was bought.',
        attributes: [
          { name: 'number', type: 'string' },
          { name: 'total', type: 'number', description: 'In dollars.' },
        ],
      },
    ],
    actions: [
      { name: 'checkPolicy', entity: 'order', actors: ['AI'] },
      { name: 'payRefund', description: 'Pays it back.', entity: 'order', actors: ['AI', 'HUMAN'] },
    ],
    events: [{ name: 'refundPaid', entity: 'order', action: 'payRefund' }],
    outcomes: [
      { name: 'refundCost', expression: 'sum(operations.map(o, o.cost))', unit: 'USD' },
      { name: 'humanTouches', expression: 'size(operations.filter(o, o.actor == "HUMAN"))' },
    ],
  }
}

/** Creates, reads and changes models of `acme`; each throws unless it succeeds. */
export function twuModels(service: TestService) {
  const client = service.client('Editor')
  const path = (modelId: string) => ({ path: { instanceId: 'acme', modelId } })
  const versionPath = (modelId: string, version: number) => ({
    path: { instanceId: 'acme', modelId, version },
  })
  return {
    create: async (body: TwuModelInput = completeInput()) =>
      succeed(
        await client.POST('/instances/{instanceId}/twu-models', {
          params: { path: { instanceId: 'acme' } },
          body,
        }),
      ),
    read: async (modelId: string) =>
      succeed(await client.GET('/instances/{instanceId}/twu-models/{modelId}', { params: path(modelId) })),
    publish: async (modelId: string) =>
      succeed(
        await client.POST('/instances/{instanceId}/twu-models/{modelId}/publish', { params: path(modelId) }),
      ),
    createVersion: async (modelId: string, body: TwuModelInput = completeInput()) =>
      succeed(
        await client.POST('/instances/{instanceId}/twu-models/{modelId}/versions', {
          params: path(modelId),
          body,
        }),
      ),
    listVersions: async (modelId: string) =>
      succeed(
        await client.GET('/instances/{instanceId}/twu-models/{modelId}/versions', { params: path(modelId) }),
      ),
    readVersion: async (modelId: string, version: number) =>
      succeed(
        await client.GET('/instances/{instanceId}/twu-models/{modelId}/versions/{version}', {
          params: versionPath(modelId, version),
        }),
      ),
    updateVersion: async (modelId: string, version: number, body: TwuModelInput) =>
      succeed(
        await client.PUT('/instances/{instanceId}/twu-models/{modelId}/versions/{version}', {
          params: versionPath(modelId, version),
          body,
        }),
      ),
    archiveVersion: async (modelId: string, version: number) =>
      succeed(
        await client.POST('/instances/{instanceId}/twu-models/{modelId}/versions/{version}/archive', {
          params: versionPath(modelId, version),
        }),
      ),
  }
}

/**
 * Sends requests that change a model so that they truly race: the model is locked until all of them wait for a lock,
 * each on a connection of its own (the service has 10).
 */
export async function race<Answer>(
  { db }: TestService,
  modelId: string,
  requests: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const transaction = await db.transaction()
  await transaction('twu_models').where({ id: modelId }).forUpdate().select('id')
  const answers = Promise.all(requests.map((send) => send()))
  try {
    await waitForLockQueue(db, requests.length)
  } finally {
    await transaction.rollback()
  }
  return answers
}

async function waitForLockQueue(db: TestService['db'], length: number): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const waiting: unknown[] = await db('pg_stat_activity')
      .whereRaw('datname = current_database()')
      .where({ wait_event_type: 'Lock' })
      .select('pid')
    if (waiting.length >= length) return
    await delay(10)
  }
  throw new Error(`There were never ${length} requests that waited for a lock.`)
}
