import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import { asArray, asObject, type JsonObject } from '../../../contract/json.ts'

/**
 * `node hostile-sender.ts <url of the instance> <token> <file>`: sends the requests of a file, four at a time, and writes how each
 * was answered. A process of its own, because whoever measures the requests of others must not wait for it.
 */
const [, , url = '', token = '', file = ''] = process.argv
const requests = asArray(JSON.parse(await readFile(file, 'utf8'))).map(asObject)
const limit = pLimit(4)
const answers = await Promise.all(requests.map((request) => limit(() => send(request))))
process.stdout.write(JSON.stringify(answers))

async function send({ path, body }: JsonObject): Promise<HostileAnswer> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const begun = performance.now()
  const answer = await fetch(`${url}${String(path)}`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : null,
  })
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - begun }
}

export interface HostileRequest {
  path: string
  /** Null for none. */
  body: string | null
}

export interface HostileAnswer {
  status: number
  ms: number
}
