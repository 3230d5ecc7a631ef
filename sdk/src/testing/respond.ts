import type { AnswerStream } from '../../../contract/types.ts'
import { writeProblem } from '../../../contract/rules/problems.ts'
import { contract } from './contract.gen.ts'
import type { TestAnswer } from './operation.ts'

/** The response as the service would send it. The response to a HEAD has no body. */
export function toResponse(
  { status, headers = {}, problem, stream, mediaType = stream?.mediaType ?? 'application/json', body }: TestAnswer,
  requestId: string,
  path: string,
  { method, signal }: Request,
): Response {
  const title = contract.titles[problem?.code ?? '']
  const content = problem ? writeProblem({ status, problem }, { title, path, requestId }) : body
  const contentType = problem ? 'application/problem+json' : mediaType
  // Of types that say nothing of a charset, none is told.
  const charset = contentType === 'application/x-ndjson' ? '' : '; charset=utf-8'
  const text = content === undefined || typeof content === 'string' ? content : JSON.stringify(content)
  const send = () => (stream ? toBody(stream, signal) : text)
  return new Response(method === 'HEAD' ? null : send(), {
    status,
    headers: {
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      ...((stream ?? text) !== undefined && { 'Content-Type': contentType + charset }),
      ...headers,
    },
  })
}

/** The pieces as they come, until the caller leaves. */
function toBody(stream: AnswerStream, signal: AbortSignal): ReadableStream<Uint8Array> {
  const pieces = new ReadableStream<string>({
    async pull(controller) {
      const piece = await stream.pieces.next()
      if (piece.done) controller.close()
      else controller.enqueue(piece.value)
    },
    cancel: () => stream.close(),
  })
  return pieces.pipeThrough(new TextEncoderStream(), { signal })
}

/** A body that is there as a whole. */
export function inOnePiece<MediaType extends string>(mediaType: MediaType, text: string): AnswerStream<MediaType> {
  async function* pieces() {
    yield text
  }
  return { mediaType, pieces: pieces(), close() {} }
}
