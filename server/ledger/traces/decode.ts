import { fromBinary, ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { asArray, asObject, type JsonObject } from '../../../contract/json.ts'
import { parseJsonBody } from '../../../contract/rules/json-text.ts'
import { readAttributes, type SentSpan } from '../../../contract/rules/traces/conventions.ts'
import type { AnyValue } from './otlp/common.gen.js'
import { ExportTraceServiceRequestSchema } from './otlp/trace-service.gen.js'

/** The spans of an ExportTraceServiceRequest. Throws for bytes that are none, or that would make too much of a few bytes. */
export function decodeSpans(bytes: Uint8Array, encoding: 'json' | 'protobuf'): SentSpan[] {
  return encoding === 'json' ? decodeJson(bytes) : decodeProtobuf(bytes)
}

function decodeProtobuf(bytes: Uint8Array): SentSpan[] {
  measure(ExportTraceServiceRequestSchema, new BinaryReader(bytes), bytes.length, { messages: 300_000 })
  const { resourceSpans } = fromBinary(ExportTraceServiceRequestSchema, bytes, { readUnknownFields: false })
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  return spans.map(
    ({ traceId, spanId, parentSpanId, name, startTimeUnixNano, endTimeUnixNano, status, attributes }) => ({
      traceId: Buffer.from(traceId).toString('hex'),
      spanId: Buffer.from(spanId).toString('hex'),
      parentId: toParent(Buffer.from(parentSpanId).toString('hex')),
      name,
      start: startTimeUnixNano,
      end: endTimeUnixNano,
      hasFailed: Number(status?.code) === failed,
      attributes: pick(attributes.map(({ key, value }) => [key, scalarOf(value)])),
    }),
  )
}

function scalarOf(value: AnyValue | undefined): unknown {
  const { case: kind, value: held } = value?.value ?? {}
  return kind === 'intValue' ? Number(held) : held
}

/**
 * Walks through a message before it is decoded, and throws when it has more messages or levels than are left, or a field of
 * another wire type: two bytes of a message may take some hundred in memory.
 */
function measure(type: DescMessage, reader: BinaryReader, end: number, left: { messages: number }, levels = 64): void {
  if (levels === 0) throw new RangeError('too deep')
  while (reader.pos < end) {
    const [number, wireType] = reader.tag()
    const field = fieldsOf(type).get(number)
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

function fieldsOf(type: DescMessage): ReadonlyMap<number, DescField> {
  const fields = knownFields.get(type) ?? new Map(type.fields.map((field) => [field.number, field]))
  knownFields.set(type, fields)
  return fields
}

const knownFields = new Map<DescMessage, ReadonlyMap<number, DescField>>()

function wireTypeOf({ scalar, message }: DescField): WireType {
  if (message || scalar === ScalarType.STRING || scalar === ScalarType.BYTES) return WireType.LengthDelimited
  if (scalar === ScalarType.FIXED64 || scalar === ScalarType.DOUBLE) return WireType.Bit64
  return scalar === ScalarType.FIXED32 ? WireType.Bit32 : WireType.Varint
}

/** The JSON of OTLP: ids are hexadecimal, enums are numbers, 64-bit integers texts or numbers, and what is not known is ignored. */
function decodeJson(bytes: Uint8Array): SentSpan[] {
  const parsed = parseJsonBody(bytes, { isExact: false })
  if (!parsed.ok || parsed.faults.some(({ code }) => code === 'depth')) throw new TypeError('no JSON')
  const scopes = listOf(parsed.value, 'resourceSpans').flatMap((resource) => listOf(resource, 'scopeSpans'))
  return scopes
    .flatMap((scope) => listOf(scope, 'spans'))
    .map((span) => ({
      traceId: idOf(span['traceId']),
      spanId: idOf(span['spanId']),
      parentId: toParent(idOf(span['parentSpanId'])),
      name: typeof span['name'] === 'string' ? span['name'] : '',
      start: nanosOf(span['startTimeUnixNano']),
      end: nanosOf(span['endTimeUnixNano']),
      hasFailed: asObject(span['status'] ?? {})['code'] === failed,
      attributes: pick(listOf(span, 'attributes').map(({ key, value }) => [key, jsonScalarOf(asObject(value ?? {}))])),
    }))
}

function listOf(value: unknown, name: string): JsonObject[] {
  return asArray(asObject(value)[name] ?? []).map(asObject)
}

function jsonScalarOf({ stringValue, boolValue, intValue, doubleValue }: JsonObject): unknown {
  if (intValue !== undefined) return Number(intValue)
  return stringValue ?? boolValue ?? doubleValue
}

function idOf(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

function nanosOf(value: unknown): bigint {
  const nanos = BigInt(typeof value === 'string' || typeof value === 'number' ? value : 0)
  if (nanos < 0n || nanos >= 2n ** 64n) throw new RangeError('no time')
  return nanos
}

/** An id of zeros is none. */
function toParent(id: string): string {
  return /^0*$/.test(id) ? '' : id
}

function pick(entries: readonly (readonly [unknown, unknown])[]): SentSpan['attributes'] {
  const picked = new Map<string, string | number | boolean>()
  for (const [key, value] of entries) {
    if (typeof key !== 'string' || !readAttributes.has(key)) continue
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') picked.set(key, value)
  }
  return picked
}

/** STATUS_CODE_ERROR */
const failed = 2
