import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContract, resolve, type ContractOperation } from '../../contract/document.ts'
import { asObject } from '../../contract/json.ts'
import { spawnAside } from '../helpers/programs/child.ts'
import { environment } from '../helpers/programs/server-process.ts'
import { fillPath, readExample, readOperation } from '../helpers/data/valid-requests.ts'

/** `npx prism mock spec/openapi.yaml`: Prism as its makers ship it, on the contract as it is written. */
const contract = await readContract()
const ids = {
  instanceId: 'demo',
  userId: 'any',
  agentId: 'any',
  integrationId: 'any',
  modelId: 'any',
  version: '1',
  type: 'SLACK',
  entryId: 'any',
  webhookId: 'any',
  priceId: 'any',
  deliveryId: 'any',
  sequence: '1',
  other: '1',
}

let prism: Awaited<ReturnType<typeof startPrism>>
beforeAll(async () => {
  prism = await startPrism()
})
afterAll(() => prism.stop())

test.each(contract.operations)('$id answers its first success', async (operation) => {
  const answer = await ask(operation, {})
  expect(answer.status).toBe(Math.min(...operation.statuses))
})

test.each(contract.operations)('$id answers every status, example and code that is asked for', async (operation) => {
  const answers = answersOf(operation)
  expect([...new Set(answers.map(({ status }) => status))]).toEqual(operation.statuses)
  for (const { status, mediaType, example } of answers) {
    const Prefer = example === undefined ? `code=${status}` : `code=${status}, example=${example}`
    const answer = await ask(operation, { Prefer, Accept: mediaType })
    expect([Prefer, answer.status, answer.mediaType]).toEqual([Prefer, status, mediaType])
    if (status >= 400 && !operation.isOtlp && !operation.isMcp)
      expect(JSON.parse(answer.text)).toMatchObject({ status, code: example })
  }
})

/** Every status of an operation, once for each of its examples. */
function answersOf(operation: ContractOperation): Wanted[] {
  const responses = asObject(readOperation(contract, operation)['responses'])
  return operation.statuses.flatMap((status) => {
    const contents = Object.entries(asObject(resolve(contract.document, responses[status])['content'] ?? {}))
    if (contents.length === 0) return [{ status, mediaType: '' }]
    return contents.flatMap(([mediaType, content]) =>
      // Protobuf has none.
      Object.keys(asObject(asObject(content)['examples'] ?? {})).map((example) => ({ status, mediaType, example })),
    )
  })
}

/** Without an example, an answer without a body. */
interface Wanted {
  status: number
  mediaType: string
  example?: string
}

async function ask(operation: ContractOperation, { Prefer = '', Accept = '' }) {
  const body = readExample(contract, operation)
  const response = await fetch(prism.url + fillPath(operation.path, ids), {
    method: operation.method.toUpperCase(),
    headers: {
      Authorization: 'Bearer any',
      ...(Prefer !== '' && { Prefer }),
      ...(Accept !== '' && { Accept }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const mediaType = response.headers.get('content-type') ?? ''
  return { status: response.status, mediaType, text: await response.text() }
}

/** Starts Prism at a free port, and waits until it listens. When it ends instead, throws with its output. */
async function startPrism() {
  const child = spawnAside('prism', ['mock', 'spec/openapi.yaml', '--port', '0'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: environment({}),
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await exited
  }
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  while (true) {
    const url = /listening on (http:\S+)/.exec(output)?.[1]
    if (url !== undefined) return { url, stop }
    const isLonger = await Promise.race([once(child.stdout, 'data').then(() => true), exited.then(() => false)])
    if (!isLonger) throw new Error(output)
  }
}
