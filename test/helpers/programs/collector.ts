import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { asArray, asObject, asString, isObject, type JsonObject } from '../../../contract/json.ts'
import { endServer } from './end-server.ts'
import { listen } from '../../../server/http/listening.ts'

/** A span as OTLP sends it, with its attributes as an object. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId: string
  traceState: string
  name: string
  kind: number
  failed: boolean
  attributes: JsonObject
}

/** Stands in for OpenTelemetry's collector: takes OTLP over HTTP in JSON, and keeps all that it gets. */
export async function startCollector() {
  const bodies: { path: string; headers: IncomingHttpHeaders; text: string }[] = []
  let mode: 'takes' | 'refuses' | 'hangs' = 'takes'
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await readText(request)
    if (mode === 'hangs') return
    if (mode === 'takes') bodies.push({ path: request.url ?? '', headers: request.headers, text })
    response.writeHead(mode === 'takes' ? 200 : 400, { 'Content-Type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void answer(request, response))
  const port = await listen(server, 0, '127.0.0.1')
  const of = (path: string) => bodies.filter((body) => body.path === path)
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    spans: () => of('/v1/traces').flatMap(({ text }) => readSpans(JSON.parse(text))),
    be(next: typeof mode) {
      mode = next
    },
    close: () => endServer(server),
  }
}

export type Collector = Awaited<ReturnType<typeof startCollector>>

function readSpans(body: unknown): ReceivedSpan[] {
  return items(body, 'resourceSpans', 'scopeSpans', 'spans').map((span) => ({
    traceId: asString(span['traceId']),
    spanId: asString(span['spanId']),
    parentSpanId: asString(span['parentSpanId'] ?? ''),
    traceState: asString(span['traceState'] ?? ''),
    name: asString(span['name']),
    kind: Number(span['kind']),
    failed: isObject(span['status']) && span['status']['code'] === 2,
    attributes: readAttributes(span['attributes']),
  }))
}

function items(body: unknown, ...path: string[]): JsonObject[] {
  return path.reduce<JsonObject[]>(
    (found, member) => found.flatMap((one) => asArray(one[member] ?? []).map(asObject)),
    [asObject(body)],
  )
}

function readAttributes(attributes: unknown = []): JsonObject {
  return Object.fromEntries(
    asArray(attributes)
      .map(asObject)
      .map(({ key, value }) => [asString(key), Object.values(asObject(value))[0]]),
  )
}
