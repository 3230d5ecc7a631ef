import { once } from 'node:events'
import { connect } from 'node:net'

export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  status: number
  headers: Headers
  text: string
  /** The parsed body; undefined when it is no JSON. */
  json: unknown
}

export interface RawRequest {
  method?: string
  /** The target in the request line, sent without normalisation or encoding. */
  target: string
  /** Sent byte by byte (Latin-1). `Host` and `Connection: close` are added. */
  headers?: readonly (readonly [string, string])[]
  body?: string | Uint8Array
}

/** Sends a request that no HTTP client would send. Adds the length of the body unless a header states it. */
export function sendRaw(baseUrl: string, request: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', target, headers = [], body = '' } = request
  const bytes = Buffer.from(body)
  const saysLength = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${new URL(baseUrl).host}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(bytes.length > 0 && !saysLength ? [`Content-Length: ${bytes.length}`] : []),
  ]
  return sendBytes(baseUrl, Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]))
}

/** Sends bytes, and reads until the other side closes the connection; of a stream of events, which does not end, one piece. */
export async function sendBytes(baseUrl: string, bytes: Uint8Array): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    if (chunk.includes('event: ')) socket.destroy()
  })
  // A server may answer and close before it has read everything. The answer counts, so the error is ignored.
  socket.on('error', () => {})
  socket.setTimeout(280_000, () => socket.destroy(new Error('No answer.')))
  socket.write(bytes)
  await once(socket, 'close').catch(() => {})
  return parseAnswer(Buffer.concat(chunks).toString('utf8'))
}

/** Parses the bytes of an answer. */
export function parseAnswer(received: string): RawAnswer {
  // Interim answers (1xx) are skipped.
  const answer = received.replace(/^(HTTP\/1\.1 1\d\d .*\r\n\r\n)+/, '')
  const end = answer.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = answer.slice(0, Math.max(end, 0)).split('\r\n')
  const headers = new Headers(lines.map((line): [string, string] => splitHeader(line)))
  const text = end < 0 ? '' : answer.slice(end + 4)
  const isJson = /[/+]json\b/.test(headers.get('content-type') ?? '') && text !== ''
  const json: unknown = isJson ? JSON.parse(text) : undefined
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, text, json }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}
