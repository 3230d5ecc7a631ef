import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { insertInstance } from '../../server/db/instances.ts'
import { listInstancesWithDueChecks } from '../../server/db/integrations.ts'
import { startService } from '../../server/service.ts'
import { asObject } from '../../contract/json.ts'
import { roles } from '../../contract/rules/roles.ts'
import { human } from '../helpers/data/agents.ts'
import { slack } from '../helpers/data/integrations.ts'
import { sonnet } from '../helpers/data/model-prices.ts'
import { completeInput } from '../helpers/data/twu-models.ts'
import { userInput } from '../helpers/data/users.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { countRows, proveDeletionGoesOn, readRecord, sum } from '../helpers/deletion.ts'
import { countLockWaits, endLockWaits } from '../helpers/lock-waits.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { development, preparedOnce, startTestService, testConfig, type TestService } from '../helpers/service.ts'
import { shortenSleeps } from '../helpers/short-sleeps.ts'
import { until } from '../helpers/until.ts'

shortenSleeps()

const log: string[] = []
let service: TestService
beforeAll(async () => {
  const jobs = { checkIntervalMinutes: 5 }
  const options = { lookup: async () => [], logTo: { write: (line: string) => void log.push(line) } }
  service = await startTestService({ ...jobs, logLevel: 'info' }, { ...options, jobTimings: { pollSeconds: 0.5 } })
})
afterAll(() => service.close())

const variables = () => ({ DATABASE_URL: service.databaseUrl })
const instances = (line: string | string[], typed?: string) =>
  runCommandHere('instances', typeof line === 'string' ? line.split(' ') : line, variables(), typed)

/** What a server answers to a caller of the instance, known to it before. */
async function ask(instanceId: string, baseUrl = service.baseUrl): Promise<unknown> {
  const token = await service.token('Administrator', { instances: [instanceId], roles })
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${baseUrl}/instances/${instanceId}/agents?size=1`, { headers })
  const body = asObject(await answer.json())
  return answer.ok ? 'open' : body['code']
}

const becomes = (instanceId: string, answer: string, baseUrl = service.baseUrl) =>
  until(async () => expect(await ask(instanceId, baseUrl)).toBe(answer))

/** An instance with something in everything that a request or a command writes. */
async function fill(id: string) {
  await insertInstance(service.db, { id, name: `The ${id}` })
  const acme = service.client('Administrator', { instances: [id] }).instance(id)
  await acme.users.create(userInput('ada', { roles: ['Administrator'] }))
  await acme.agents.create(human)
  const { id: integrationId } = await acme.integrations.create(slack)
  // Its first check writes a row, too.
  const checked = service
    .db('integrations')
    .where({ instance_id: id, id: integrationId })
    .whereNotNull('last_health_check')
  await until(async () => expect(await checked.clone().select('id')).toHaveLength(1))
  const model = await acme.twuModels.create(completeInput())
  await acme.twuModels.publish(model.id)
  await acme.modelPrices.set(sonnet)
  await insertLedgerRows(
    service,
    ['one', 'two'].map((entry) => ledgerRow({ instance_id: id, id: entry })),
  )
  return acme
}

function expectText(part: string): unknown {
  return expect.stringContaining(part)
}

test('a name changes, for callers at once', async () => {
  const name = `Others of old${'😀'.repeat(187)}`
  const renamed = await instances(['rename', 'other', name])
  expect(renamed).toEqual({ code: 0, stdout: `other is called ${name}.\n`, stderr: '' })
  const { items } = await service.client('Viewer', { instances: ['other'] }).instances.list()
  expect(items).toMatchObject([{ id: 'other', name }])
})

test('each change leaves a record, with what differs; what changes nothing leaves none', async () => {
  for (const line of [
    ['create', 'recorded', '--name', 'First name'],
    ['rename', 'recorded', 'Second name'],
    ['rename', 'recorded', 'Second name'],
    'suspend recorded',
    'suspend recorded',
    'resume recorded',
    'retain recorded 30 --changes forever',
    'retain recorded 30',
  ])
    expect(await instances(line), String(line)).toMatchObject({ code: 0, stderr: '' })
  await becomes('recorded', 'open')
  const recorded = service.client('Manager', { instances: ['recorded'] }).instance('recorded')
  const { items } = await recorded.changes.list({ sort: 'sequence,asc' })
  expect(items.map(({ kind, operation, difference }) => [kind, operation, difference])).toEqual([
    [
      'created',
      'instances:create',
      [
        { pointer: '/name', after: 'First name' },
        { pointer: '/status', after: 'active' },
        { pointer: '/changeRetentionDays', after: 400 },
        { pointer: '/ledgerRetentionDays', after: null },
      ],
    ],
    ['updated', 'instances:rename', [{ pointer: '/name', before: 'First name', after: 'Second name' }]],
    ['updated', 'instances:suspend', [{ pointer: '/status', before: 'active', after: 'suspended' }]],
    ['updated', 'instances:resume', [{ pointer: '/status', before: 'suspended', after: 'active' }]],
    [
      'updated',
      'instances:retain',
      [
        { pointer: '/changeRetentionDays', before: 400, after: null },
        { pointer: '/ledgerRetentionDays', before: null, after: 30 },
      ],
    ],
  ])
  expect(items.at(-1)).toMatchObject({
    resource: { type: 'instance', id: 'recorded', name: 'Second name' },
    actor: { type: 'service', id: null, name: null },
    requestId: null,
    etagBefore: null,
  })
})

test('a command waits for no request that writes into the instance', async () => {
  const request = await service.db.transaction()
  await request('agents').insert({
    instance_id: 'other',
    id: 'under-way',
    name: 'Under way',
    type: 'HUMAN',
    active: true,
    capabilities: [],
    metadata: {},
  })
  expect(await instances('rename other Unhindered')).toMatchObject({ code: 0 })
  await request.rollback()
})

describe('a suspension', () => {
  test('counts on every server, and so does its end', async () => {
    const config = testConfig(service.databaseUrl, service.issuer.url)
    const second = await startService(config, { development, prepared: await preparedOnce() })
    if (!second.ok) throw new Error(second.message)
    onTestFinished(() => second.stop())
    const servers = [service.baseUrl, second.baseUrl]
    for (const server of servers) expect(await ask('acme', server)).toBe('open')
    expect(await instances('suspend acme')).toMatchObject({ code: 0, stdout: expectText('is suspended') })
    for (const server of servers) await becomes('acme', 'instance_suspended', server)
    expect((await instances('list')).stdout).toMatch(/^acme\t.*\tsuspended\t400$/m)
    expect(await instances('resume acme')).toMatchObject({ code: 0 })
    for (const server of servers) await becomes('acme', 'open', server)
  })

  test('pauses the checks of integrations', async () => {
    await insertInstance(service.db, { id: 'paused', name: 'Paused' })
    const status = { type: 'SLACK', metadata: {}, secrets: {}, status: 'active' }
    const due = { next_check_at: new Date(0), updated_at: new Date(0) }
    await service.db('integrations').insert({ instance_id: 'paused', id: 'one', name: 'One', ...status, ...due })
    expect(await listInstancesWithDueChecks(service.db, 10)).toContain('paused')
    await instances('suspend paused')
    expect(await listInstancesWithDueChecks(service.db, 10)).not.toContain('paused')
  })
})

describe('a deletion', () => {
  test('begins only when the id is typed', async () => {
    await fill('kept')
    const before = await countRows(service.db, 'kept')
    for (const typed of ['', 'KEPT\n', 'y\n', 'kept2\n']) {
      const refused = await instances('delete kept', typed)
      expect(refused).toMatchObject({ code: 1, stderr: 'Nothing was deleted.\n' })
      expect(refused.stdout).toContain('With kept (The kept) goes for ever: ')
      expect(refused.stdout).toMatch(/\nType kept to delete it:\n$/)
    }
    expect(await countRows(service.db, 'kept')).toEqual(before)
    expect(await ask('kept')).toBe('open')
  })

  test('takes everything of the instance and nothing of others, and leaves a record', async () => {
    await fill('doomed')
    const [before, kept] = [await countRows(service.db, 'doomed'), await countRows(service.db, 'kept')]
    expect(await ask('doomed')).toBe('open')
    log.length = 0
    const deleting = instances('delete doomed', 'doomed\n')
    await becomes('doomed', 'instance_not_found')
    const deleted = await deleting
    expect(deleted).toMatchObject({ code: 0, stdout: expectText('Deleted the instance doomed.') })
    expect(deleted.stdout).toContain('1 user, ')
    expect(deleted.stdout).toContain('2 entries of the work ledger')

    expect(sum(await countRows(service.db, 'doomed'))).toBe(0)
    expect(await countRows(service.db, 'kept')).toEqual(kept)
    expect(await readRecord(service.db, 'doomed')).toEqual({ deleted_at: expectText('Z'), rows: sum(before) })
    expect((await instances('list')).stdout).toMatch(/^doomed\t-\t.*Z\t-\tdeleted: 1 user, /m)
    await becomes('doomed', 'instance_not_found')
    // What runs in the background did not stumble.
    expect(log.filter((line) => Number(asObject(JSON.parse(line))['level']) > 30)).toEqual([])
  })

  test('gives the id to nobody again', async () => {
    const gone = 'There was an instance doomed. Its id is not given again: choose another.\n'
    expect(await instances('create doomed')).toEqual({ code: 1, stdout: '', stderr: gone })
    expect(await instances('create doomed --administrator ada@example.com')).toMatchObject({ code: 1, stderr: gone })
    const deleted = 'The instance doomed is deleted, and its id is not given again.\n'
    for (const line of ['rename doomed Again', 'suspend doomed', 'resume doomed', 'delete doomed', 'retain doomed 9'])
      expect(await instances(line)).toMatchObject({ code: 1, stderr: deleted })
    const pruned = runCommandHere('ledger prune', ['--instance=doomed', '--before=2026-01-01'], variables())
    expect(await pruned).toMatchObject({ code: 1, stderr: deleted })
  })

  // `instances.heavy.test.ts` kills it.
  test('goes on where it was cut off', async () => {
    await proveDeletionGoesOn(service.db, service.databaseUrl, async (isStuck) => {
      const cut = instances('delete large', 'large\n')
      await isStuck()
      await endLockWaits(service.db)
      expect(await cut).toMatchObject({ code: 1 })
      await becomes('large', 'instance_not_found')
    })
  })

  test('takes what a request that began before writes at the end', async () => {
    await insertInstance(service.db, { id: 'late', name: 'Late' })
    const late = await service.db.transaction()
    await late('agents').insert({
      instance_id: 'late',
      id: 'late',
      name: 'Late',
      type: 'HUMAN',
      active: true,
      capabilities: [],
      metadata: {},
    })
    const deleting = instances('delete late', 'late\n')
    await until(async () => expect(await countLockWaits(service.db)).toBe(1))
    await late.commit()
    expect(await deleting).toMatchObject({ code: 0 })
    expect(sum(await countRows(service.db, 'late'))).toBe(0)
  })
})

test('each instance has a line of its own, whatever its name', async () => {
  await insertInstance(service.db, { id: 'broken', name: 'Two\nlines\tand \u202esdrawkcab' })
  const line = (await instances('list')).stdout.split('\n').find((text) => text.startsWith('broken\t'))
  expect(line?.split('\t')).toEqual(['broken', 'Two lines and  sdrawkcab', expectText('Z'), 'forever', 'active', '400'])
})

test('what is wrong is refused, and says what to do', async () => {
  const noId = 'An instance id has 1 to 64 letters, digits, _ or -.'
  for (const [line, message] of [
    ['rename', noId],
    [['rename', 'acme', ''], 'A name has 1 to 200 characters, all on one line.'],
    [['rename', 'acme', 'a\nb'], 'A name has 1 to 200 characters, all on one line.'],
    [['create', 'new', '--name', 'a\tb'], 'A name has 1 to 200 characters, all on one line.'],
    ['rename acme New name', 'Unexpected: name. Put a name of several words in quotes.'],
    ['rename nowhere Name', 'There is no instance nowhere.'],
    ['suspend', noId],
    ['suspend nowhere', 'There is no instance nowhere.'],
    ['resume ../acme', noId],
    ['delete', noId],
    ['delete nowhere', 'There is no instance nowhere.'],
    ['delete acme other', 'Unexpected: other.'],
    ['delete acme --name acme', '--name belongs to create.'],
  ] satisfies [string | string[], string][])
    expect(await instances(line), String(line)).toMatchObject({ code: 1, stdout: '', stderr: expectText(message) })
})
