import type { Response } from 'express'

/**
 * Sends an answer that the contract declares for the operation. Throws for any other answer, which is a fault of the
 * service.
 */
export function send(response: Response, { status, headers, mediaType, body }: Sent): void {
  const fault = response.locals.judge?.findAnswerFault({ status, mediaType, body }) ?? null
  if (fault !== null) throw new Error(`The answer breaks the contract: ${fault}`)
  response.status(status).set(headers)
  if (body === undefined) response.end()
  else response.type(mediaType).send(JSON.stringify(body))
}

interface Sent {
  status: number
  headers: Record<string, string>
  mediaType: 'application/json' | 'application/problem+json'
  /** Undefined for an answer without a body. */
  body: unknown
}
