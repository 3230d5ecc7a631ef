import { afterAll, beforeAll, expect, test } from 'vitest'
import { execution } from '../helpers/data/executions.ts'
import { sendSpans } from '../helpers/data/traces.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ workLedger: 'prism', workLedgerUrl: 'http://127.0.0.1:9' })
})
afterAll(() => service.close())

test('409: a ledger that is kept elsewhere takes no report, and is reviewed there', async () => {
  const { executions, workLedger } = service.keyless()
  for (const call of [
    () => executions.report('any', execution({ id: 'any' })),
    () => executions.reportMany([{ modelId: 'any', ...execution({ id: 'any' }) }]),
    () => workLedger.review('any', { policyStatus: 'compliant', reason: 'Asked.' }),
  ])
    expect(await refusal(call())).toMatchObject({ status: 409, code: 'ledger_elsewhere' })
  const { status, text } = await sendSpans(service, [])
  expect([status, text]).toEqual([409, expect.stringContaining('{"message":"ledger_elsewhere: ')])
})
