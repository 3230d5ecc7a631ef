import type { Response } from 'express'

/**
 * Sends an answer that the contract declares for the operation. Throws for any other answer, which is a fault of the
 * service.
 */
export function send(response: Response, { status, headers, mediaType, body }: Sent): void {
  const fault = response.locals.validator?.findAnswerFault({ status, mediaType, body }) ?? null
  if (fault !== null) throw new Error(`The answer breaks the contract: ${fault}`)
  const all: Record<string, string | number> = Object.assign(response.locals.headers, headers)
  if (body === undefined) {
    response.writeHead(status, all).end()
    return
  }
  const text = JSON.stringify(body)
  const bytes = Buffer.byteLength(text)
  response.locals.bodyBytes = bytes
  all['Content-Type'] = `${mediaType}; charset=utf-8`
  all['Content-Length'] = bytes
  // One text goes out together with the headers, in one write.
  response.writeHead(status, all).end(text)
}

interface Sent {
  status: number
  headers: Record<string, string>
  mediaType: 'application/json' | 'application/problem+json'
  /** Undefined for an answer without a body. */
  body: unknown
}
