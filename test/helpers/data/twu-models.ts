import { expect } from 'vitest'
import type { ApiError, TwuModel, TwuModelInput, TwuModelVersion } from '../../../sdk/src/index.ts'
import type { VersionedCall } from '../../../sdk/src/calls.ts'
import { settle } from '../outcomes.ts'
import type { TestService } from '../service.ts'
import { succeed } from '../succeed.ts'
import { countLockWaits } from '../lock-waits.ts'
import { until } from '../until.ts'

type ReadOnly = Exclude<keyof TwuModel | keyof TwuModelVersion, 'name' | 'description' | Lists>

type Lists = 'entities' | 'actions' | 'events' | 'outcomes' | 'policies' | 'cases'

/** A definition that is complete enough to be published. */
export function completeInput(name = 'Refund handling'): Required<Omit<TwuModelInput, ReadOnly>> {
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
    policies: [],
    cases: [],
  }
}

/** A definition with these expressions as outcomes: `o0`, `o1` and so on. */
export function withOutcomes(...expressions: string[]): TwuModelInput {
  return { ...completeInput(), outcomes: expressions.map((expression, at) => ({ name: `o${at}`, expression })) }
}

/** A model with two versions, the second a draft. */
export async function createVersions(service: TestService, older: TwuModelInput, newer: TwuModelInput) {
  const models = twuModels(service)
  const { body: model } = await models.create(older)
  await models.archiveVersion(model.id, 1)
  await models.createVersion(model.id, newer)
  return model.id
}

/** What differs between two versions. */
export async function compareVersions(service: TestService, older: TwuModelInput, newer: TwuModelInput) {
  const id = await createVersions(service, older, newer)
  return service.acme('Viewer').twuModels.versions.compare(id, 1, 2)
}

/** Creates, reads and changes models of `acme`. Every function throws when the call fails. What saves report is left out. */
export function twuModels(service: TestService) {
  const { twuModels } = service.keyless('Editor')
  const { versions } = twuModels
  return {
    create: (input: TwuModelInput = completeInput()) => saved(twuModels.create(input)),
    read: (modelId: string) => succeed(twuModels.get(modelId)),
    publish: (modelId: string) => succeed(twuModels.publish(modelId)),
    createVersion: (modelId: string, input: TwuModelInput = completeInput()) => saved(versions.create(modelId, input)),
    listVersions: async (modelId: string) => ({ body: (await versions.list(modelId)).items }),
    readVersion: (modelId: string, version: number) => succeed(versions.get(modelId, version)),
    updateVersion: (modelId: string, version: number, input: TwuModelInput) =>
      saved(versions.update(modelId, version, input)),
    archiveVersion: (modelId: string, version: number) => succeed(versions.archive(modelId, version)),
  }
}

/**
 * Sends requests that change a model so that they really race: the model is locked until all requests wait for the lock.
 * Each waiting request takes one of the service's 10 connections.
 */
export async function race<Answer>(
  { db }: TestService,
  modelId: string,
  requests: readonly (() => Promise<Answer>)[],
): Promise<{ answers: Answer[]; refusals: ApiError[] }> {
  const transaction = await db.transaction()
  await transaction('twu_models').where({ instance_id: 'acme', id: modelId }).forUpdate().select('id')
  const outcomes = settle(requests.map((send) => send()))
  try {
    await waitForLockQueue(db, requests.length)
  } finally {
    await transaction.rollback()
  }
  return outcomes
}

async function waitForLockQueue(db: TestService['db'], length: number): Promise<void> {
  await until(async () => expect(await countLockWaits(db)).toBeGreaterThanOrEqual(length))
}

/** What was saved, as it is read: without the report. */
async function saved<Saved extends { report?: unknown }>(call: VersionedCall<Saved>) {
  const { body, ...rest } = await succeed(call)
  const { report: _report, ...resource } = body
  return { body: resource, ...rest }
}
