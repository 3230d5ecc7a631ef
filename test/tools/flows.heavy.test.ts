import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain, listen } from '../../server/http/listening.ts'
import { listFlows, runFlows } from '../../tools/flows/run-flows.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'

const flows = await listFlows()
const folder = await mkdtemp(join(tmpdir(), 'flows-'))

interceptVendors()

let service: TestService
beforeAll(async () => {
  service = await startTestService({}, { lookup: () => Promise.resolve(['93.184.215.14']) })
  await insertLedgerRows(service, [
    ledgerRow({ id: 'cheap', policy_status: 'review_required', cost: 0.1, title: 'Refund order 48-1177' }),
    ledgerRow({ id: 'dear', policy_status: 'review_required', cost: 9.5, title: 'Refund order 48-1178' }),
    ledgerRow({ id: 'dearest', policy_status: 'compliant', cost: 20, title: 'Refund order 48-1178' }),
  ])
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

test('every flow passes against the service', async () => {
  slackAnswers({ ok: true })
  const { ok, output } = await run(flows)
  expect(ok, output).toBe(true)
  for (const file of flows) expect(output).toContain(`✓ ${basename(file)}`)
  expect(nock.isDone()).toBe(true)
})

test('the connection flow passes too where the vendor refuses the token', async () => {
  slackAnswers({ ok: false, error: 'invalid_auth' })
  const { ok, output } = await run(flowNamed('integrations'))
  expect(ok, output).toBe(true)
})

describe('A flow fails', () => {
  test('when the service refuses a step, and the token is not printed', async () => {
    const token = await service.token('Viewer')
    const { ok, output } = await run(flowNamed('users'), { token })
    expect(ok).toBe(false)
    expect(output).toContain('✗ success criteria check - $statusCode == 201')
    expect(output).not.toContain(token)
  })

  test('when the service answers another thing than it should', async () => {
    const liar = createServer((request, response) => void relayAsEnabled(request, response))
    const port = await listen(liar, 0, '127.0.0.1')
    const { ok, output } = await run(flowNamed('users'), { baseUrl: `http://127.0.0.1:${port}` })
    await drain(liar, 1000)
    expect(ok).toBe(false)
    expect(output).toContain('✓ success criteria check - $response.body#/enabled == true')
    expect(output).toContain('✗ success criteria check - $response.body#/enabled == false')
  })

  test('when neither alternative of a criterion holds', async () => {
    slackAnswers({ ok: true })
    const wrong = await changeFlow('integrations', "outcome == 'ok'", "outcome == 'timeout'")
    const { ok, output } = await run([wrong])
    expect(ok).toBe(false)
    expect(output).toMatch(/✗ success criteria check - \$response\.body#\/outcome == 'timeout'/)
  })
})

async function run(files: string[], target: { baseUrl?: string; token?: string } = {}) {
  const token = target.token ?? (await service.token('Administrator'))
  return runFlows(files, { baseUrl: target.baseUrl ?? service.baseUrl, instanceId: 'acme', token })
}

function flowNamed(name: string): string[] {
  return flows.filter((file) => basename(file) === `${name}.arazzo.yaml`)
}

async function changeFlow(name: string, from: string, to: string): Promise<string> {
  const [file = ''] = flowNamed(name)
  const source = await readFile(file, 'utf8')
  expect(source).toContain(from)
  const changed = join(folder, basename(file))
  await writeFile(changed, source.replace(from, to))
  return changed
}

function slackAnswers(answer: { ok: boolean; error?: string }): void {
  nock('https://slack.com').post('/api/auth.test').reply(200, answer)
}

/** A service that forgets to disable users. */
async function relayAsEnabled(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = '', 'content-type': type = 'application/json', 'if-match': etag } = request.headers
  const body = await text(request)
  const answer = await fetch(service.baseUrl + (request.url ?? ''), {
    method: request.method ?? 'GET',
    headers: { authorization, 'content-type': type, ...(etag !== undefined && { 'if-match': etag }) },
    ...(body !== '' && { body }),
  })
  const answered = await answer.text()
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? '',
    etag: answer.headers.get('etag') ?? '',
  })
  response.end(answered.replace('"enabled":false', '"enabled":true'))
}
