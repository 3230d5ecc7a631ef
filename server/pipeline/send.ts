import type { Locals, Response } from 'express'

/**
 * Sends an answer that the contract declares for the operation. Throws for any other answer, which is a fault of the
 * service.
 */
export function send(response: Response, sent: Sent): void {
  checkAnswer(response.locals, sent)
  const { status, headers, mediaType, body, encoded } = sent
  const all: Record<string, string | number> = Object.assign(response.locals.headers, headers)
  if (body === undefined) {
    response.writeHead(status, all).end()
    return
  }
  const text = encoded?.bytes ?? JSON.stringify(body)
  const bytes = Buffer.byteLength(text)
  response.locals.bodyBytes = bytes
  all['Content-Type'] = encoded?.type ?? `${mediaType}; charset=utf-8`
  all['Content-Length'] = bytes
  // One text goes out together with the headers, in one write.
  response.writeHead(status, all).end(text)
}

/** Throws for an answer that the contract does not declare for the operation. */
export function checkAnswer({ validator }: Locals, sent: Sent): void {
  const fault = validator?.findAnswerFault(sent) ?? null
  if (fault !== null) throw new Error(`The answer breaks the contract: ${fault}`)
}

export interface Sent {
  status: number
  headers: Record<string, string>
  mediaType: 'application/json' | 'application/problem+json'
  /** Undefined for an answer without a body. */
  body: unknown
  /** How the body is written, where that is not the JSON of its media type. */
  encoded?: { type: string; bytes: string | Uint8Array }
}
