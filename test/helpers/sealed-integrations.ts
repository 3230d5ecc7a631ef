import { randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { expect } from 'vitest'
import type { IntegrationRow } from '../../server/db/integrations.ts'
import { createSecretBox, parseEncryptionKeys, type SecretBox } from '../../server/integrations/secrets.ts'
import { openSecrets, sealSecrets } from '../../server/integrations/stored-secrets.ts'
import { recordedRuns } from './changes.ts'
import { countLockWaits, endLockWaits } from './lock-waits.ts'
import { runCommandHere } from './programs/command.ts'
import { until } from './until.ts'

export function newKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64')}`
}

export const oldKey = newKey('old')
export const newerKey = newKey('new')
/** As configured in the steps of a rotation: the new key is known first, then it is the active one. */
export const [known, active] = [`${oldKey},${newerKey}`, `${newerKey},${oldKey}`]
export const [oldBox, newBox] = [boxOf(known), boxOf(active)]
const instances = ['acme', 'other', 'third']

/**
 * A rotation that is cut off in the second of three instances goes on when it is run again. There are no integrations before,
 * and no changes.
 */
export async function proveRotationGoesOn(
  db: Knex,
  databaseUrl: string,
  /** Begins the command, and cuts it off once `isStuck` resolves. */
  cutOff: (isStuck: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await seed(db, oldBox, 150, 1)
  const before = await readAll(db)
  const row = before[75]
  const holder = await db.transaction()
  await holder('integrations').where({ instance_id: row?.instance_id, id: row?.id }).forUpdate().select('id')
  await cutOff(() => until(async () => expect(await countLockWaits(db)).toBeGreaterThan(0)))
  // What a killed process has sent may still be waiting.
  await endLockWaits(db)
  await until(async () => expect(await countLockWaits(db)).toBe(0))
  await holder.rollback()
  const done = sealedWith(await readAll(db), 'new')
  const recorded = async () => (await recordedRuns(db, 'other')).flat().filter((text) => /:/.test(String(text)))
  expect(await recorded()).toEqual(['secrets:rotate started'])
  expect(done).toBeGreaterThanOrEqual(50)
  expect(done).toBeLessThan(100)

  const { code, stdout } = await runCommandHere('rotate-secrets', [], {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: active,
  })
  expect(code).toBe(0)
  expect(Number(/Secrets sealed anew: ([\d,]+)/.exec(stdout)?.[1])).toBe(150 - done)
  expect(await recorded()).toEqual(['secrets:rotate started', 'secrets:rotate started', 'secrets:rotate finished'])
  const rows = await readAll(db)
  expect(sealedWith(rows, 'new')).toBe(150)
  expect(rows.map(openWith(newBox))).toEqual(before.map(openWith(oldBox)))
}

export function keysOf(setting: string) {
  const parsed = parseEncryptionKeys(setting)
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  return parsed
}

export function boxOf(setting: string): SecretBox {
  return createSecretBox(keysOf(setting))
}

/** Integrations in turns of all instances. */
export async function seed(db: Knex, secretBox: SecretBox, count: number, secretsEach: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => {
    const secrets: Record<string, string> = {}
    for (let field = 0; field < secretsEach; field += 1) secrets[`field${field}`] = randomUUID()
    return createRow(instances[at % instances.length] ?? 'acme', secretBox, secrets)
  })
  await db.batchInsert('integrations', rows, 500)
}

export async function insert(db: Knex, instanceId: string, secretBox: SecretBox, secrets: Record<string, string>) {
  const row = createRow(instanceId, secretBox, secrets)
  await db('integrations').insert(row)
  return { instanceId, ownerId: row.id }
}

function createRow(instanceId: string, secretBox: SecretBox, secrets: Record<string, string>) {
  const id = randomUUID()
  return {
    instance_id: instanceId,
    id,
    name: id,
    type: 'SLACK',
    metadata: {},
    secrets: sealSecrets(secretBox, { instanceId, ownerId: id }, secrets),
    status: 'active',
    updated_at: '2026-11-20T08:00:00.000Z',
  }
}

export async function readAll(db: Knex): Promise<IntegrationRow[]> {
  return db<IntegrationRow>('integrations').orderBy(['instance_id', 'id']).select('*')
}

export function withoutSecrets({ secrets, ...row }: IntegrationRow) {
  return { ...row, secretKeys: Object.keys(secrets) }
}

export function openWith(secretBox: SecretBox) {
  return ({ instance_id: instanceId, id: ownerId, secrets }: IntegrationRow) =>
    openSecrets(secretBox, { instanceId, ownerId }, secrets)
}

/** How many secrets the key of this id sealed. */
export function sealedWith(rows: IntegrationRow[], keyId: string): number {
  const envelopes = rows.flatMap(({ secrets }) => Object.values(secrets))
  return envelopes.filter((envelope) => envelope.startsWith(`v1.${keyId}.`)).length
}
