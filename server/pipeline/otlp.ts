import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { fromJsonString, toBinary } from '@bufbuild/protobuf'
import { isObject } from '../../contract/json.ts'
import { isJson } from '../../contract/rules/media-types.ts'
import { bodyCompressed, payloadTooLarge, type ProblemAnswer } from '../../contract/rules/problems.ts'
import { cut } from '../../contract/rules/text.ts'
import type { AnyAnswer } from '../../contract/types.ts'
import { ExportTraceServiceResponseSchema as schema } from '../ledger/traces/otlp/trace-service.gen.js'
import type { Call } from './call.ts'
import type { Sent } from './send.ts'

export function isProtobuf({ sent }: Pick<Call, 'sent'>): boolean {
  return isJson(sent['content-type'], 'application/x-protobuf')
}

/** Inflates a body, and stops once it is larger than the operation takes. */
export async function inflate(bytes: Buffer, mostBytes: number): Promise<Buffer | ProblemAnswer> {
  try {
    return await inflateAsync(bytes, { maxOutputLength: mostBytes })
  } catch (error) {
    return isObject(error) && error['code'] === 'ERR_BUFFER_TOO_LARGE' ? payloadTooLarge(mostBytes) : bodyCompressed
  }
}

const inflateAsync = promisify(gunzip)

/**
 * What is sent of an answer to an exporter: in the media type of its request, and a refusal as a `google.rpc.Status`. What the
 * contract checks is the JSON.
 */
export function toOtlp(call: Pick<Call, 'sent'>, { status, headers = {}, problem, body }: AnyAnswer): Sent {
  const message = problem && cut(`${problem.code}: ${problem.detail}`, 2048)
  const sent = { status, headers, mediaType: 'application/json' as const, body: problem ? { message } : body }
  if (!isProtobuf(call)) return { ...sent, encoded: { type: 'application/json', bytes: JSON.stringify(sent.body) } }
  // `google.rpc.Status` has its message in the second field.
  const bytes =
    message === undefined
      ? toBinary(schema, fromJsonString(schema, JSON.stringify(body)))
      : new BinaryWriter().tag(2, WireType.LengthDelimited).string(message).finish()
  return { ...sent, encoded: { type: 'application/x-protobuf', bytes } }
}
