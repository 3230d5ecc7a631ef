import { fromBinary, fromJsonString, ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { parseJsonBody } from '../../../contract/rules/json-text.ts'
import type { OtlpBody } from '../../contract/operation.ts'
import { SpanSchema, type Span } from './otlp/trace.gen.js'
import { ExportTraceServiceRequestSchema } from './otlp/trace-service.gen.js'

/** A span as an exporter sent it, and its ids as hexadecimal text. */
export interface SentSpan {
  traceId: string
  spanId: string
  /** Empty for a root. */
  parentId: string
  span: Span
}

/**
 * The spans of an ExportTraceServiceRequest, in protobuf each decoded when it is asked for. Ends with null for bytes that are none, or that
 * would make too much of a few bytes.
 */
export function* decodeSpans({ bytes, encoding }: OtlpBody): Generator<SentSpan | null> {
  // Protobuf's JSON has bytes in base64, and OTLP's has ids in hexadecimal: written in base64 again, they are as they were sent.
  const written = encoding === 'json' ? 'base64' : 'hex'
  const idOf = (id: Uint8Array) => Buffer.from(id).toString(written).toLowerCase()
  try {
    for (const span of encoding === 'json' ? decodeJson(bytes) : decodeProtobuf(bytes)) {
      const [traceId, spanId, parentId] = [idOf(span.traceId), idOf(span.spanId), idOf(span.parentSpanId)]
      // An id of zeros is none.
      yield { traceId, spanId, parentId: /^0*$/.test(parentId) ? '' : parentId, span }
    }
  } catch {
    yield null
  }
}

/** A message of two bytes may take some hundred in memory. */
const mostMessages = 300_000

function decodeJson(bytes: Uint8Array): Span[] {
  const parsed = parseJsonBody(bytes, { isExact: false })
  if (!parsed.ok || parsed.faults.some(({ code }) => code === 'depth')) throw new TypeError('no JSON')
  // Written again, because the parser of `fromJsonString` is V8's, which escaped names may confuse: see `parseJsonBody`.
  const text = JSON.stringify(parsed.value)
  if (text.split('{', mostMessages + 2).length > mostMessages + 1) throw new RangeError('too many messages')
  const { resourceSpans } = fromJsonString(ExportTraceServiceRequestSchema, text, { ignoreUnknownFields: true })
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

function* decodeProtobuf(bytes: Uint8Array): Generator<Span> {
  const found: Found = { messages: 0, spans: [] }
  measure(ExportTraceServiceRequestSchema, new BinaryReader(bytes), bytes.length, found)
  for (const [start, end] of found.spans)
    yield fromBinary(SpanSchema, bytes.subarray(start, end), { readUnknownFields: false })
}

/** How many messages there are, and where the spans are. */
interface Found {
  messages: number
  spans: [start: number, end: number][]
}

/** Walks through a message before it is decoded, and throws when it has too many messages or levels, or a field of another wire type. */
function measure(type: DescMessage, reader: BinaryReader, end: number, found: Found, levels = 64): void {
  if (levels === 0) throw new RangeError('too deep')
  while (reader.pos < end) {
    const [number, wireType] = reader.tag()
    const field = type.fields.find((one) => one.number === number)
    if (field && wireType !== wireTypeOf(field)) throw new TypeError('another wire type')
    if (!field?.message) {
      reader.skip(wireType, number, 0)
      continue
    }
    found.messages += 1
    if (found.messages > mostMessages) throw new RangeError('too many messages')
    const within = reader.uint32() + reader.pos
    if (within > end) throw new RangeError('a message that ends behind the one around it')
    if (field.message === SpanSchema) found.spans.push([reader.pos, within])
    measure(field.message, reader, within, found, levels - 1)
  }
  if (reader.pos !== end) throw new RangeError('a field that ends behind its message')
}

function wireTypeOf({ scalar, message }: DescField): WireType {
  if (message || scalar === ScalarType.STRING || scalar === ScalarType.BYTES) return WireType.LengthDelimited
  if (scalar === ScalarType.FIXED64 || scalar === ScalarType.DOUBLE) return WireType.Bit64
  return scalar === ScalarType.FIXED32 ? WireType.Bit32 : WireType.Varint
}
