import { fromBinary, fromJsonString, ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { parseJsonBody } from '../../../contract/rules/json-text.ts'
import type { OtlpBody } from '../../contract/operation.ts'
import type { Span } from './otlp/trace.gen.js'
import { ExportTraceServiceRequestSchema } from './otlp/trace-service.gen.js'

/** A span as an exporter sent it, and its ids as hexadecimal text. */
export interface SentSpan {
  traceId: string
  spanId: string
  /** Empty for a root. */
  parentId: string
  span: Span
}

/** The spans of an ExportTraceServiceRequest. Throws for bytes that are none, or that would make too much of a few bytes. */
export function decodeSpans({ bytes, encoding }: OtlpBody): SentSpan[] {
  const { resourceSpans } = encoding === 'json' ? decodeJson(bytes) : decodeProtobuf(bytes)
  // Protobuf's JSON has bytes in base64, and OTLP's has ids in hexadecimal: written in base64 again, they are as they were sent.
  const written = encoding === 'json' ? 'base64' : 'hex'
  const idOf = (id: Uint8Array) => Buffer.from(id).toString(written).toLowerCase()
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  return spans.map((span) => {
    const [traceId, spanId, parentId] = [idOf(span.traceId), idOf(span.spanId), idOf(span.parentSpanId)]
    // An id of zeros is none.
    return { traceId, spanId, parentId: /^0*$/.test(parentId) ? '' : parentId, span }
  })
}

/** A message of two bytes may take some hundred in memory. */
const mostMessages = 300_000

function decodeJson(bytes: Uint8Array) {
  const parsed = parseJsonBody(bytes, { isExact: false })
  if (!parsed.ok || parsed.faults.some(({ code }) => code === 'depth')) throw new TypeError('no JSON')
  // Written again, because the parser of `fromJsonString` is V8's, which escaped names may confuse: see `parseJsonBody`.
  const text = JSON.stringify(parsed.value)
  if (text.split('{', mostMessages + 2).length > mostMessages + 1) throw new RangeError('too many messages')
  return fromJsonString(ExportTraceServiceRequestSchema, text, { ignoreUnknownFields: true })
}

function decodeProtobuf(bytes: Uint8Array) {
  measure(ExportTraceServiceRequestSchema, new BinaryReader(bytes), bytes.length, { messages: mostMessages })
  return fromBinary(ExportTraceServiceRequestSchema, bytes, { readUnknownFields: false })
}

/**
 * Walks through a message before it is decoded, and throws when it has more messages or levels than are left, or a field of
 * another wire type.
 */
function measure(type: DescMessage, reader: BinaryReader, end: number, left: { messages: number }, levels = 64): void {
  if (levels === 0) throw new RangeError('too deep')
  while (reader.pos < end) {
    const [number, wireType] = reader.tag()
    const field = type.fields.find((one) => one.number === number)
    if (field && wireType !== wireTypeOf(field)) throw new TypeError('another wire type')
    if (!field?.message) {
      reader.skip(wireType, number, 0)
      continue
    }
    left.messages -= 1
    if (left.messages < 0) throw new RangeError('too many messages')
    const length = reader.uint32()
    if (reader.pos + length > end) throw new RangeError('a message that ends behind the one around it')
    measure(field.message, reader, reader.pos + length, left, levels - 1)
  }
  if (reader.pos !== end) throw new RangeError('a field that ends behind its message')
}

function wireTypeOf({ scalar, message }: DescField): WireType {
  if (message || scalar === ScalarType.STRING || scalar === ScalarType.BYTES) return WireType.LengthDelimited
  if (scalar === ScalarType.FIXED64 || scalar === ScalarType.DOUBLE) return WireType.Bit64
  return scalar === ScalarType.FIXED32 ? WireType.Bit32 : WireType.Varint
}
