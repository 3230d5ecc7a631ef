import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import type { IntegrationRow } from '../../server/db/integrations.ts'
import { loadDevelopmentKeys } from '../../server/development/keys.ts'
import { rotateSecrets } from '../../server/integrations/rotate-secrets.ts'
import { createSecretBox, parseEncryptionKeys, type SecretBox } from '../../server/integrations/secrets.ts'
import { openSecrets, sealSecrets } from '../../server/integrations/stored-secrets.ts'
import { asArray, asObject, asString } from '../../contract/json.ts'
import { spawnChild } from '../helpers/programs/child.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { environment } from '../helpers/programs/server-process.ts'
import { recordedRuns } from '../helpers/changes.ts'
import { integrations, slack } from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'
import { countLockWaits, endLockWaits } from '../helpers/lock-waits.ts'

const oldKey = newKey('old')
const newerKey = newKey('new')
const lostKey = newKey('lost')
/** As configured in the steps of a rotation: the new key is known first, then it is the active one. */
const [known, active] = [`${oldKey},${newerKey}`, `${newerKey},${oldKey}`]
const [oldBox, newBox, lostBox] = [boxOf(known), boxOf(active), boxOf(lostKey)]
const instances = ['acme', 'other', 'third']

interceptVendors()

let service: TestService
beforeAll(async () => {
  const encryptionKeys = keysOf(known)
  service = await startTestService({ encryptionKeys }, { lookup: () => Promise.resolve(['93.184.215.14']) })
  await service.db('instances').insert({ id: 'third', name: 'Third' })
})
beforeEach(async () => {
  await service.db('integrations').delete()
  await service.db('changes').delete()
})
afterEach(() => nock.cleanAll())
afterAll(async () => {
  await service.close()
})

function rotate(secretBox: SecretBox = newBox, dryRun = false) {
  return rotateSecrets(service.db, secretBox, { dryRun })
}

describe('a rotation', () => {
  test('seals every secret of every instance with the active key, and changes nothing else', async () => {
    await seed(oldBox, 450, 2)
    const before = await readAll()
    expect(await rotate()).toEqual({
      integrations: 450,
      webhooks: 0,
      resealed: 900,
      current: 0,
      unopened: 0,
      examples: [],
    })
    const after = await readAll()
    expect(after.map(withoutSecrets)).toEqual(before.map(withoutSecrets))
    expect(after.map(openWith(newBox))).toEqual(before.map(openWith(oldBox)))
    expect(sealedWith(after, 'new')).toBe(900)
  })

  test('leaves records of its beginning and its end in the instances where it has something to do, and in no others', async () => {
    await seed(oldBox, 63, 2)
    await service.db('integrations').where({ instance_id: 'third' }).delete()
    await insert('third', newBox, { botToken: 'current' })
    await insert('third', lostBox, { botToken: 'lost' })
    await rotate(newBox, true)
    expect(await service.db('changes')).toEqual([])
    await rotate()
    for (const id of ['acme', 'other'])
      expect(await recordedRuns(service.db, id)).toEqual([
        ['secrets:rotate started', `instance ${id}`, null],
        ['secrets:rotate finished', `instance ${id}`, { resealed: 42 }],
      ])
    expect(await recordedRuns(service.db, 'third')).toEqual([])
    await rotate()
    expect(await service.db('changes')).toHaveLength(4)
  })

  test('reports how far it is', async () => {
    await seed(oldBox, 110, 1)
    const progress: number[] = []
    await rotateSecrets(service.db, newBox, { dryRun: false, onProgress: (done) => progress.push(done) })
    expect(progress).toEqual([20, 37, 57, 74, 94, 110])
  })

  test('that runs again finds nothing to do, and writes nothing', async () => {
    await seed(oldBox, 5, 1)
    await rotate()
    const before = await readAll()
    expect(await rotate()).toMatchObject({ integrations: 5, resealed: 0, current: 5 })
    expect(await readAll()).toEqual(before)
  })

  test('that is dry counts, and writes nothing', async () => {
    await seed(oldBox, 3, 2)
    await seed(newBox, 2, 1)
    const before = await readAll()
    expect(await rotate(newBox, true)).toMatchObject({ integrations: 5, resealed: 6, current: 2 })
    expect(await readAll()).toEqual(before)
  })

  test('seals the secrets of webhooks, too', async () => {
    const secrets = sealSecrets(oldBox, { instanceId: 'acme', ownerId: 'hook' }, { current: 'a', previous: 'b' })
    const hook = { instance_id: 'acme', id: 'hook', url: 'https://x', events: [], enabled: false, position: 0 }
    await service.db('webhooks').insert({ ...hook, secrets })
    expect(await rotate()).toMatchObject({ integrations: 0, webhooks: 1, resealed: 2 })
    const [row] = await service.db<{ secrets: Record<string, string> }>('webhooks').select('secrets')
    expect(openSecrets(newBox, { instanceId: 'acme', ownerId: 'hook' }, row?.secrets ?? {})).toEqual({
      current: 'a',
      previous: 'b',
    })
    await service.db('webhooks').delete()
  })

  test('has nothing to do for integrations without secrets, or without integrations', async () => {
    expect(await rotate()).toMatchObject({ integrations: 0, resealed: 0 })
    await seed(oldBox, 2, 0)
    expect(await rotate()).toMatchObject({ integrations: 2, resealed: 0, unopened: 0 })
  })

  test('names the secrets that do not open, without values, and seals the others', async () => {
    await seed(oldBox, 3, 2)
    const lost = await insert('acme', lostBox, { apiKey: 'lost-value', apiToken: 'lost-value' })
    const copied = await insert('acme', oldBox, {})
    const half = {
      good: oldBox.seal('good-value', ['acme', copied.ownerId, 'good']),
      bad: 'no envelope',
    }
    await service.db('integrations').where({ id: copied.ownerId }).update({ secrets: half })

    const rotation = await rotate()
    expect(rotation).toMatchObject({ integrations: 5, resealed: 7, unopened: 3 })
    expect(new Set(rotation.examples)).toEqual(
      new Set([
        { ...lost, table: 'integrations', field: 'apiKey', keyId: 'lost' },
        { ...lost, table: 'integrations', field: 'apiToken', keyId: 'lost' },
        { ...copied, table: 'integrations', field: 'bad', keyId: null },
      ]),
    )
    const kept = (await readAll()).find(({ id }) => id === copied.ownerId)
    expect(kept?.secrets['bad']).toBe('no envelope')
    expect(newBox.open(kept?.secrets['good'] ?? '', ['acme', copied.ownerId, 'good'])).toMatchObject({
      ok: true,
    })
  })

  test('lists at most a hundred of them, and counts them all', async () => {
    await seed(lostBox, 60, 2)
    const { unopened, examples } = await rotate()
    expect([unopened, examples.length]).toEqual([120, 100])
  })
})

describe('beside a running service', () => {
  test('what callers see stays the same, ETags included', async () => {
    const { create, read } = integrations(service)
    const { body } = await create()
    const before = await read(body.id)
    expect(await rotate()).toMatchObject({ resealed: 1 })
    const after = await read(body.id)
    expect(after).toMatchObject({ body: before.body, etag: before.etag })
  })

  test('a server that has both keys opens what was sealed before and after', async () => {
    const { create, test } = integrations(service)
    const { body } = await create()
    for (const step of [async () => {}, rotate]) {
      await step()
      nock('https://slack.com')
        .post('/api/auth.test')
        .matchHeader('authorization', 'Bearer secret-bot-token-1')
        .reply(200, { ok: true })
      expect((await test(body.id)).body.outcome).toBe('ok')
    }
  })

  test('an update that keeps the secret keeps it across a rotation', async () => {
    const { create, update } = integrations(service)
    const { body } = await create()
    await rotate()
    await update(body.id, { ...slack, name: 'Renamed', metadata: {} })
    const [row] = await readAll()
    expect(row?.secrets['botToken']).toMatch(/^v1\.new\./)
    expect((await readAll()).map(openWith(newBox))).toEqual([{ botToken: 'secret-bot-token-1' }])
  })

  test('a secret that changes between reading and writing wins', async () => {
    const owner = await insert('acme', oldBox, { botToken: 'first' })
    const update = await service.db.transaction()
    await update('integrations').where({ instance_id: 'acme', id: owner.ownerId }).forUpdate().first('id')
    const rotation = rotate()
    await vi.waitUntil(async () => (await countLockWaits(service.db)) === 1, { timeout: 60_000 })
    await update('integrations')
      .where({ instance_id: 'acme', id: owner.ownerId })
      .update({ secrets: sealSecrets(oldBox, owner, { botToken: 'second' }) })
    await update.commit()
    expect(await rotation).toMatchObject({ integrations: 1, resealed: 1 })
    const rows = await readAll()
    expect(rows.map(openWith(newBox))).toEqual([{ botToken: 'second' }])
    expect(sealedWith(rows, 'new')).toBe(1)
  })

  test('an integration that is deleted between reading and writing stays deleted', async () => {
    const { ownerId } = await insert('acme', oldBox, { botToken: 'first' })
    const deletion = await service.db.transaction()
    await deletion('integrations').where({ id: ownerId }).delete()
    const rotation = rotate()
    await vi.waitUntil(async () => (await countLockWaits(service.db)) === 1, { timeout: 60_000 })
    await deletion.commit()
    expect(await rotation).toMatchObject({ resealed: 0, unopened: 0 })
    expect(await readAll()).toEqual([])
  })

  test('updates during rotations are all there at the end', async () => {
    const { create, update } = integrations(service)
    const created = await Promise.all(Array.from({ length: 12 }, () => create()))
    const boxes = [newBox, oldBox]
    const updated = new AbortController()
    const rotating = (async () => {
      let rotations = 0
      for (; !updated.signal.aborted; rotations += 1) await rotate(boxes[rotations % 2])
      return rotations
    })()
    await Promise.all(
      created.map(async ({ body }) => {
        for (let version = 1; version <= 10; version += 1) {
          await update(body.id, { ...slack, metadata: { botToken: `${body.id}-${version}` } })
          await update(body.id, { ...slack, name: `Version ${version}`, metadata: {} })
        }
      }),
    ).finally(() => updated.abort())
    expect(await rotating).toBeGreaterThan(1)
    await rotate()
    const rows = await readAll()
    expect(sealedWith(rows, 'new')).toBe(12)
    for (const row of rows) {
      expect([row.name, openWith(newBox)(row)]).toEqual(['Version 10', { botToken: `${row.id}-10` }])
      expect(row.revision).toBe(21)
    }
  })

  test('two rotations at once do no harm', async () => {
    await seed(oldBox, 300, 2)
    const before = (await readAll()).map(openWith(oldBox))
    const [first, second] = await Promise.all([rotate(), rotate()])
    expect([first.unopened, second.unopened]).toEqual([0, 0])
    const rows = await readAll()
    expect(rows.map(openWith(newBox))).toEqual(before)
    expect(sealedWith(rows, 'new')).toBe(600)
  })
})

describe('the command', () => {
  const url = new URL(inject('databaseUrl'))
  beforeAll(async () => {
    const [row] = asArray(await service.db.select(service.db.raw('current_database() as name')))
    url.pathname = asString(asObject(row)['name'])
  })

  const run = (encryptionKeys: string | undefined, args: string[] = [], dataDir?: string) =>
    runCommandHere('rotate-secrets', args, {
      DATABASE_URL: url.href,
      ...(encryptionKeys !== undefined && { ENCRYPTION_KEYS: encryptionKeys }),
      ...(dataDir !== undefined && { DATA_DIR: dataDir }),
    })

  test('that is killed in the middle goes on when it is run again', async () => {
    await seed(oldBox, 1000, 1)
    const before = (await readAll()).map(openWith(oldBox))
    const child = spawnChild(process.execPath, ['server/commands/rotate-secrets.ts'], {
      env: environment({ DATABASE_URL: url.href, ENCRYPTION_KEYS: active }),
    })
    await whileStuckAt(500, async () => {
      child.kill('SIGKILL')
      await once(child, 'close')
    })
    const done = sealedWith(await readAll(), 'new')
    const recorded = async () =>
      (await recordedRuns(service.db, 'other')).flat().filter((text) => /:/.test(String(text)))
    expect(await recorded()).toEqual(['secrets:rotate started'])
    expect(done).toBeGreaterThan(400)
    expect(done).toBeLessThan(600)

    const { code, stdout } = await run(active)
    expect(code).toBe(0)
    const resealed = Number(/Secrets sealed anew: ([\d,]+)/.exec(stdout)?.[1])
    expect(resealed).toBe(1000 - done)
    expect(await recorded()).toEqual(['secrets:rotate started', 'secrets:rotate started', 'secrets:rotate finished'])
    const rows = await readAll()
    expect(sealedWith(rows, 'new')).toBe(1000)
    expect(rows.map(openWith(newBox))).toEqual(before)
  })

  test('counts only when it is dry', async () => {
    await seed(oldBox, 2, 2)
    const { code, stdout, stderr } = await run(active, ['--dry-run'])
    expect([code, stdout.split('\n').slice(1).join('\n')]).toEqual([
      0,
      [
        '  Integrations: 2, webhooks: 0',
        '  Secrets to seal anew: 4',
        '  Secrets sealed with the active key before: 0',
        '  Secrets that do not open: 0',
        '',
      ].join('\n'),
    ])
    expect(stderr).toMatch(/^100 %, 2 of 2 integrations and webhooks, [\d,]+\/s\n$/)
    expect(sealedWith(await readAll(), 'old')).toBe(4)
  })

  test('fails when a key is missing, and lists what does not open without its value', async () => {
    const { ownerId } = await insert('acme', lostBox, { apiKey: 'lost-value' })
    const { code, stdout, stderr } = await run(active)
    expect(code).toBe(1)
    expect(stderr).toContain(`  instance acme  integration ${ownerId}  field apiKey  its key lost is not configured\n`)
    expect(stdout + stderr).not.toMatch(/lost-value|v1\.lost/)
  })

  test('explains itself, and refuses what it does not know', async () => {
    const [help, wrong] = [await run(active, ['--help']), await run(active, ['--force'])]
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('--dry-run')])
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("'--force'")])
  })

  test('adds a key for development, before the ones that are there', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rotate-secrets-'))
    try {
      const before = await loadDevelopmentKeys(dataDir)
      const { code, stdout } = await run(undefined, ['--new-key'], dataDir)
      const after = await loadDevelopmentKeys(dataDir)
      expect([code, stdout]).toEqual([0, expect.stringContaining(after.activeKeyId)])
      expect([...after.keys.keys()]).toEqual([after.activeKeyId, before.activeKeyId])
      const refused = await run(active, ['--new-key'])
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('ENCRYPTION_KEYS is set')])
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })
})

function newKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64')}`
}

function keysOf(setting: string) {
  const parsed = parseEncryptionKeys(setting)
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  return parsed
}

function boxOf(setting: string): SecretBox {
  return createSecretBox(keysOf(setting))
}

/** Integrations in turns of all instances. */
async function seed(secretBox: SecretBox, count: number, secretsEach: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => {
    const secrets: Record<string, string> = {}
    for (let field = 0; field < secretsEach; field += 1) secrets[`field${field}`] = randomUUID()
    return createRow(instances[at % instances.length] ?? 'acme', secretBox, secrets)
  })
  await service.db.batchInsert('integrations', rows, 500)
}

async function insert(instanceId: string, secretBox: SecretBox, secrets: Record<string, string>) {
  const row = createRow(instanceId, secretBox, secrets)
  await service.db('integrations').insert(row)
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

async function readAll(): Promise<IntegrationRow[]> {
  return service.db<IntegrationRow>('integrations').orderBy(['instance_id', 'id']).select('*')
}

function withoutSecrets({ secrets, ...row }: IntegrationRow) {
  return { ...row, secretKeys: Object.keys(secrets) }
}

function openWith(secretBox: SecretBox) {
  return ({ instance_id: instanceId, id: ownerId, secrets }: IntegrationRow) =>
    openSecrets(secretBox, { instanceId, ownerId }, secrets)
}

/** How many secrets the key of this id sealed. */
function sealedWith(rows: IntegrationRow[], keyId: string): number {
  const envelopes = rows.flatMap(({ secrets }) => Object.values(secrets))
  return envelopes.filter((envelope) => envelope.startsWith(`v1.${keyId}.`)).length
}

/** Holds the row at this place, runs `meanwhile` once a rotation waits for it, and ends what waits. */
async function whileStuckAt(place: number, meanwhile: () => Promise<void>): Promise<void> {
  const row = (await readAll())[place]
  const holder = await service.db.transaction()
  try {
    await holder('integrations').where({ instance_id: row?.instance_id, id: row?.id }).forUpdate().select('id')
    await vi.waitUntil(async () => (await countLockWaits(service.db)) > 0, { timeout: 60_000 })
    await meanwhile()
    await endLockWaits(service.db)
    await vi.waitUntil(async () => (await countLockWaits(service.db)) === 0, { timeout: 60_000 })
  } finally {
    await holder.rollback()
  }
}
