import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { path, tenSecondsLater } from '../helpers/data/traces.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { startTestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

test('the work of the agent in examples/ shows in the ledger, with agent, model, tokens and cost', async () => {
  const service = await startTestService({}, { jobTimings: { pollSeconds: 0.5 } })
  const models = twuModels(service)
  const { id } = (await models.create(completeInput())).body
  await models.publish(id)
  await service.acme().modelPrices.set({ model: 'gpt-5', validFrom: '2020-01-01', input: 1.25, output: 10 })
  const env = {
    PATH: process.env['PATH'],
    MODEL: id,
    JOB: 'refund-1',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: service.baseUrl + path,
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: `Authorization=Bearer%20${await service.token('Recorder')}`,
  }
  const ended = await promisify(execFile)(process.execPath, ['examples/traced-agent/agent.ts'], { env })
  expect([ended.stdout, ended.stderr]).toEqual(['', ''])
  await tenSecondsLater(service)
  const entry = await until(() => service.acme().workLedger.get('refund-1'))
  const usage = { inputTokens: 1200, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 90 }
  expect(entry).toMatchObject({ title: 'Refund order 48-1178', status: 'completed', cost: 0.0024 })
  expect(entry.agents).toMatchObject([{ id: 'refund-agent', operations: 3, cost: 0.0024, usage }])
  expect((await service.acme().workLedger.list({ aiModel: 'gpt-5' })).items).toHaveLength(1)
  await service.close()
})
