import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createClient, type Resources } from '../../sdk/src/index.ts'
import { seedWorld } from '../../sdk/src/testing/world/index.ts'
import { completeInput } from '../helpers/data/twu-models.ts'
import { startTestMock } from '../helpers/programs/mock.ts'
import { environment, run } from '../helpers/programs/server-process.ts'
import { startTestService } from '../helpers/service.ts'
import { project } from '../walks/copy.ts'
import { packSdk, provide, type PackedSdk } from './package/pack.ts'

/** examples/worker with the SDK as it is published. */
let sdk: PackedSdk
let folder: string
beforeAll(async () => {
  sdk = await packSdk()
  folder = join(sdk.app, 'worker')
  for (const file of ['worker.ts', 'package.json', 'tsconfig.json'])
    cpSync(join(project, 'examples/worker', file), join(folder, file), { recursive: true })
})
afterAll(() => sdk.remove())

test('a copy that installs the SDK has its types checked by itself', async () => {
  provide(sdk.app, ['typescript', '@types/node'])
  const tsconfig = join(folder, 'tsconfig.json')
  const copied = readFileSync(tsconfig, 'utf8').replace(/,\s*\/\/ Only in the repository[^]*?\}/, '')
  expect(copied).not.toContain('../')
  writeFileSync(tsconfig, copied)
  const { code, stdout, stderr } = await run('npm', ['run', 'check'], {}, folder)
  expect(code, stdout + stderr).toBe(0)
})

test('its README names a published model and an agent of the mock', async () => {
  const mock = await startTestMock({ seedFor: () => seedWorld() })
  onTestFinished(() => mock.stop())
  const readme = readFileSync(join(project, 'examples/worker/README.md'), 'utf8')
  const [, model = '', agent = ''] = /MODEL=(\S+) AGENT=(\S+)/.exec(readme) ?? []
  const demo = createClient({ baseUrl: mock.url, token: 'any' }).instance('demo')
  expect((await demo.twuModels.get(model)).publishedVersion).not.toBe(null)
  expect((await demo.agents.get(agent)).type).toBe('AI')
})

test('it names the variables that are missing', async () => {
  const variables = { BASE_URL: 'http://127.0.0.1:9', TOKEN: '', INSTANCE: 'acme' }
  expect(await run('npm', ['start', '--silent'], variables, folder)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Set TOKEN, MODEL, AGENT.\n',
  })
})

test.each([
  ['http://127.0.0.1:9', 'Failed to fetch TWU model: no answer (TypeError: fetch failed).'],
  ['127.0.0.1:9', 'baseUrl must be an http URL or a path, but is "127.0.0.1:9".'],
])('at %s it says why it cannot begin, and with what', async (baseUrl, reason) => {
  const variables = { BASE_URL: baseUrl, TOKEN: 'any', INSTANCE: 'acme', MODEL: 'refunds', AGENT: 'clerk' }
  expect(await run('npm', ['start', '--silent'], variables, folder)).toMatchObject({
    code: 1,
    stderr: `${reason}\nBASE_URL is ${baseUrl}, INSTANCE acme, MODEL refunds.\n`,
  })
})

describe.each([
  ['the service', onService],
  ['the mock', onMock],
])('on %s', (_name, open) => {
  let side: Side
  beforeAll(async () => {
    side = await open()
    const price = { model: 'claude-sonnet-4-5', validFrom: '2025-09-29', input: 3, output: 15 }
    await side.acme.modelPrices.set(price)
  })
  afterAll(() => side.close())

  /** A published model whose actions are open to these. */
  async function publish(...actors: ('AI' | 'HUMAN')[]): Promise<string> {
    const { actions, ...input } = completeInput()
    const open = actions.map((action, at) => ({ ...action, actors: [actors[at] ?? 'AI'] }))
    const { id } = await side.acme.twuModels.create({ ...input, actions: open })
    await side.acme.twuModels.publish(id)
    return id
  }

  const variables = (model: string) => ({
    BASE_URL: side.baseUrl,
    TOKEN: side.token,
    INSTANCE: 'acme',
    MODEL: model,
    AGENT: 'refund-clerk',
  })

  function work(model: string, lines: readonly string[]) {
    writeFileSync(join(folder, 'jobs.ndjson'), lines.map((line) => `${line}\n`).join(''))
    return run('sh', ['-c', 'npm start --silent < jobs.ndjson'], variables(model), folder)
  }

  test('it does the actions of the model, and reports what came of each job', async () => {
    const model = await publish('AI', 'AI')
    const lines = [
      '{ "id": "small", "order": "48-1177", "amount": 20 }',
      '{ "id": ',
      '{ "id": "none", "order": "48-1179", "amount": "20" }',
      '{ "id": "large", "order": "48-1178", "amount": 2000 }',
    ]
    expect(await work(model, lines)).toMatchObject({
      code: 0,
      stderr: [1, 2]
        .map((at) => `A job has the texts id and order, and the number amount, unlike this: ${lines[at]}\n`)
        .join(''),
    })
    expect(await side.acme.workLedger.get('small')).toMatchObject({
      status: 'completed',
      modelId: model,
      modelVersion: 1,
      entityId: '48-1177',
      actors: ['AI'],
      cost: 0.06,
      agents: [{ id: 'refund-clerk', operations: 2, cost: 0.06, usage: { inputTokens: 10_000, outputTokens: 2000 } }],
      outcomes: [
        { name: 'refundCost', value: 0.06 },
        { name: 'humanTouches', value: 0 },
      ],
    })
    expect(await side.acme.workLedger.get('large')).toMatchObject({ status: 'failed', cost: 0.03 })

    const again = await work(model, lines.slice(0, 1))
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The report of small is lost \(execution_f/) as unknown,
    })
  })

  test('a model that it cannot take is named, with the reason', async () => {
    const { id } = await side.acme.twuModels.create(completeInput())
    const given = (model: string) => `BASE_URL is ${side.baseUrl}, INSTANCE acme, MODEL ${model}.\n`
    expect(await work(id, [])).toMatchObject({
      code: 1,
      stderr: `Publish the model "${completeInput().name}" first.\n${given(id)}`,
    })
    expect(await work('none', [])).toMatchObject({
      code: 1,
      stderr: `Failed to fetch TWU model: The instance holds no TWU model with this identifier.\n${given('none')}`,
    })
  })

  test('what people have to do stays in progress', async () => {
    const { code, stderr } = await work(await publish('AI', 'HUMAN'), [
      '{ "id": "shared", "order": "48-1179", "amount": 20 }',
    ])
    expect([code, stderr]).toEqual([0, ''])
    expect(await side.acme.workLedger.get('shared')).toMatchObject({ status: 'in_progress', cost: 0.03 })
  })

  test('it ends by SIGTERM although there could be more jobs', async () => {
    const env = environment(variables(await publish()))
    const child = spawn(process.execPath, ['worker.ts'], { cwd: folder, env, stdio: ['pipe', 'ignore', 'ignore'] })
    const exited = once(child, 'exit')
    child.stdin.write(`${JSON.stringify({ id: 'last', order: '48-1180', amount: 20 })}\n`)
    await expect.poll(() => side.acme.workLedger.get('last').catch(() => null)).toMatchObject({ status: 'completed' })
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })
})

async function onService(): Promise<Side> {
  const service = await startTestService()
  const worker = { sub: 'worker', client_id: 'worker', roles: ['Recorder', 'Viewer'] }
  const token = await service.token('Viewer', worker)
  return { acme: service.acme(), baseUrl: service.baseUrl, token, close: () => service.close() }
}

async function onMock(): Promise<Side> {
  const mock = await startTestMock()
  const acme = createClient({ baseUrl: mock.url, token: 'any' }).instance('acme')
  return { acme, baseUrl: mock.url, token: 'any', close: () => mock.stop() }
}

interface Side {
  acme: Resources
  baseUrl: string
  token: string
  close: () => Promise<void>
}
