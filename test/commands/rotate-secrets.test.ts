import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { loadDevelopmentKeys } from '../../workshop/keys.ts'
import { rotateSecrets } from '../../server/integrations/rotate-secrets.ts'
import type { SecretBox } from '../../server/integrations/secrets.ts'
import { openSecrets, sealSecrets } from '../../server/integrations/stored-secrets.ts'
import { asArray, asObject, asString } from '../../contract/json.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { recordedRuns } from '../helpers/changes.ts'
import { integrations, slack } from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'
import { countLockWaits, endLockWaits } from '../helpers/lock-waits.ts'
import {
  active,
  boxOf,
  insert,
  keysOf,
  known,
  newBox,
  newKey,
  oldBox,
  openWith,
  proveRotationGoesOn,
  readAll,
  sealedWith,
  seed,
  withoutSecrets,
} from '../helpers/sealed-integrations.ts'
import { until } from '../helpers/until.ts'

const lostKey = newKey('lost')
const lostBox = boxOf(lostKey)

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
    await seed(service.db, oldBox, 63, 2)
    const before = await readAll(service.db)
    expect(await rotate()).toEqual({
      integrations: 63,
      webhooks: 0,
      resealed: 126,
      current: 0,
      unopened: 0,
      examples: [],
    })
    const after = await readAll(service.db)
    expect(after.map(withoutSecrets)).toEqual(before.map(withoutSecrets))
    expect(after.map(openWith(newBox))).toEqual(before.map(openWith(oldBox)))
    expect(sealedWith(after, 'new')).toBe(126)
  })

  test('leaves records of its beginning and its end in the instances where it has something to do, and in no others', async () => {
    await seed(service.db, oldBox, 63, 2)
    await service.db('integrations').where({ instance_id: 'third' }).delete()
    await insert(service.db, 'third', newBox, { botToken: 'current' })
    await insert(service.db, 'third', lostBox, { botToken: 'lost' })
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
    await seed(service.db, oldBox, 110, 1)
    const progress: number[] = []
    await rotateSecrets(service.db, newBox, { dryRun: false, onProgress: (done) => progress.push(done) })
    expect(progress).toEqual([20, 37, 57, 74, 94, 110])
  })

  test('that runs again finds nothing to do, and writes nothing', async () => {
    await seed(service.db, oldBox, 5, 1)
    await rotate()
    const before = await readAll(service.db)
    expect(await rotate()).toMatchObject({ integrations: 5, resealed: 0, current: 5 })
    expect(await readAll(service.db)).toEqual(before)
  })

  test('that is dry counts, and writes nothing', async () => {
    await seed(service.db, oldBox, 3, 2)
    await seed(service.db, newBox, 2, 1)
    const before = await readAll(service.db)
    expect(await rotate(newBox, true)).toMatchObject({ integrations: 5, resealed: 6, current: 2 })
    expect(await readAll(service.db)).toEqual(before)
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
    await seed(service.db, oldBox, 2, 0)
    expect(await rotate()).toMatchObject({ integrations: 2, resealed: 0, unopened: 0 })
  })

  test('names the secrets that do not open, without values, and seals the others', async () => {
    await seed(service.db, oldBox, 3, 2)
    const lost = await insert(service.db, 'acme', lostBox, { apiKey: 'lost-value', apiToken: 'lost-value' })
    const copied = await insert(service.db, 'acme', oldBox, {})
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
    const kept = (await readAll(service.db)).find(({ id }) => id === copied.ownerId)
    expect(kept?.secrets['bad']).toBe('no envelope')
    expect(newBox.open(kept?.secrets['good'] ?? '', ['acme', copied.ownerId, 'good'])).toMatchObject({
      ok: true,
    })
  })

  test('lists at most a hundred of them, and counts them all', async () => {
    await seed(service.db, lostBox, 60, 2)
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
    const [row] = await readAll(service.db)
    expect(row?.secrets['botToken']).toMatch(/^v1\.new\./)
    expect((await readAll(service.db)).map(openWith(newBox))).toEqual([{ botToken: 'secret-bot-token-1' }])
  })

  test('a secret that changes between reading and writing wins', async () => {
    const owner = await insert(service.db, 'acme', oldBox, { botToken: 'first' })
    const update = await service.db.transaction()
    await update('integrations').where({ instance_id: 'acme', id: owner.ownerId }).forUpdate().first('id')
    const rotation = rotate()
    await until(async () => expect(await countLockWaits(service.db)).toBe(1))
    await update('integrations')
      .where({ instance_id: 'acme', id: owner.ownerId })
      .update({ secrets: sealSecrets(oldBox, owner, { botToken: 'second' }) })
    await update.commit()
    expect(await rotation).toMatchObject({ integrations: 1, resealed: 1 })
    const rows = await readAll(service.db)
    expect(rows.map(openWith(newBox))).toEqual([{ botToken: 'second' }])
    expect(sealedWith(rows, 'new')).toBe(1)
  })

  test('an integration that is deleted between reading and writing stays deleted', async () => {
    const { ownerId } = await insert(service.db, 'acme', oldBox, { botToken: 'first' })
    const deletion = await service.db.transaction()
    await deletion('integrations').where({ id: ownerId }).delete()
    const rotation = rotate()
    await until(async () => expect(await countLockWaits(service.db)).toBe(1))
    await deletion.commit()
    expect(await rotation).toMatchObject({ resealed: 0, unopened: 0 })
    expect(await readAll(service.db)).toEqual([])
  })

  test('updates during rotations are all there at the end', async () => {
    const { create, update } = integrations(service)
    const created = await Promise.all(Array.from({ length: 6 }, () => create()))
    const boxes = [newBox, oldBox]
    const updated = new AbortController()
    const done = { rotations: 0 }
    const rotating = (async () => {
      for (; !updated.signal.aborted; done.rotations += 1) await rotate(boxes[done.rotations % 2])
    })()
    const versions = new Map<string, number>()
    await Promise.all(
      created.map(async ({ body }) => {
        let version = 0
        while (version < 3 || done.rotations < 2) {
          version += 1
          await update(body.id, { ...slack, metadata: { botToken: `${body.id}-${version}` } })
          await update(body.id, { ...slack, name: `Version ${version}`, metadata: {} })
        }
        versions.set(body.id, version)
      }),
    ).finally(() => updated.abort())
    await rotating
    await rotate()
    const rows = await readAll(service.db)
    expect(sealedWith(rows, 'new')).toBe(6)
    for (const row of rows) {
      const version = versions.get(row.id) ?? 0
      expect([row.name, openWith(newBox)(row)]).toEqual([`Version ${version}`, { botToken: `${row.id}-${version}` }])
      expect(row.revision).toBe(1 + 2 * version)
    }
  })

  test('two rotations at once do no harm', async () => {
    await seed(service.db, oldBox, 90, 2)
    const before = (await readAll(service.db)).map(openWith(oldBox))
    const [first, second] = await Promise.all([rotate(), rotate()])
    expect([first.unopened, second.unopened]).toEqual([0, 0])
    const rows = await readAll(service.db)
    expect(rows.map(openWith(newBox))).toEqual(before)
    expect(sealedWith(rows, 'new')).toBe(180)
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

  // `rotate-secrets.heavy.test.ts` kills it.
  test('that is cut off in the middle goes on when it is run again', async () => {
    await proveRotationGoesOn(service.db, url.href, async (isStuck) => {
      const cut = run(active)
      await isStuck()
      await endLockWaits(service.db)
      expect(await cut).toMatchObject({ code: 1 })
    })
  })

  test('counts only when it is dry', async () => {
    await seed(service.db, oldBox, 2, 2)
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
    expect(sealedWith(await readAll(service.db), 'old')).toBe(4)
  })

  test('fails when a key is missing, and lists what does not open without its value', async () => {
    const { ownerId } = await insert(service.db, 'acme', lostBox, { apiKey: 'lost-value' })
    const { code, stdout, stderr } = await run(active)
    expect(code).toBe(1)
    expect(stderr).toContain(`  instance acme  integration ${ownerId}  field apiKey  its key lost is not configured\n`)
    expect(stdout + stderr).not.toMatch(/lost-value|v1\.lost/)
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
