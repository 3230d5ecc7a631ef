import { execFile } from 'node:child_process'
import { createServer, request, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asArray, asObject } from '../../contract/json.ts'
import { drain, listen } from '../../server/http/listening.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

const command = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

/**
 * The scenarios that fit a server of tools alone, and what of them does not: it asks for a tool that only the suite's own server
 * has, for news by a stream, and for prompts and resources.
 */
const scenarios = {
  '2025-06-18': { 'server-initialize': [], ping: [], 'tools-list': [] },
  '2025-11-25': { 'server-initialize': [], ping: [], 'tools-list': [] },
  '2026-07-28': {
    'tools-list': [],
    'http-header-validation': [],
    'server-stateless': [
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-server-sends-subscription-ack',
      'sep-2575-server-tags-subscription-id',
    ],
    caching: [
      'sep-2549-prompts-list-caching-hints',
      'sep-2549-resources-list-caching-hints',
      'sep-2549-resources-templates-list-caching-hints',
    ],
  },
}

let service: TestService
let proxy: Server
let folder: string
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  service = await startTestService()
  proxy = await addToken(service)
  const address = await listen(proxy, 0, '127.0.0.1')
  url = `http://127.0.0.1:${address}/instances/acme/mcp`
})
afterAll(async () => {
  await drain(proxy, 0)
  await service.close()
  await rm(folder, { recursive: true })
})

/** The suite has no option for headers. */
async function addToken(service: TestService): Promise<Server> {
  const authorization = `Bearer ${await service.token('Administrator')}`
  const { hostname, port } = new URL(service.baseUrl)
  return createServer((from, to) => {
    const { method = 'GET', url: path, headers } = from
    const sent = request({ hostname, port, method, path, headers: { ...headers, authorization } }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    from.pipe(sent.on('error', () => to.destroy()))
  })
}

/** The checks that fail, and how many hold. */
async function run(scenario: string, revision: string) {
  const output = join(folder, `${scenario} ${revision}`)
  const args = [
    'server',
    '--url',
    url,
    '--scenario',
    scenario,
    '--spec-version',
    revision,
    '--output-dir',
    output,
    '--timeout',
    '600000',
  ]
  await new Promise((resolve) => execFile(process.execPath, [command, ...args], { cwd: folder }, resolve))
  const [result] = await readdir(output)
  const checks = asArray(JSON.parse(await readFile(join(output, result ?? '', 'checks.json'), 'utf8'))).map(asObject)
  const of = (status: string) => checks.filter((check) => check['status'] === status)
  return { failed: of('FAILURE').map(({ id }) => id), held: of('SUCCESS').length }
}

describe.each(Object.entries(scenarios))('revision %s', (revision, parts) => {
  test.each(Object.entries(parts))('%s', async (scenario, unfit) => {
    const { failed, held } = await run(scenario, revision)
    expect(failed).toEqual(unfit)
    expect(held).toBeGreaterThan(0)
  })
})
