import type { Response } from 'express'
import { writeProblem, type ProblemAnswer } from '../../contract/rules/problems.ts'
import type { AnyAnswer } from '../../contract/types.ts'
import { toOtlp } from './otlp.ts'
import { send, type Sent } from './send.ts'

export function sendProblem(response: Response, titles: ReadonlyMap<string, string>, answer: ProblemAnswer): void {
  send(response, toSent(response, titles, answer))
}

/** What is sent of an answer without a stream. */
export function toSent(response: Response, titles: ReadonlyMap<string, string>, answer: AnyAnswer): Sent {
  if (response.locals.operation?.isOtlp) return toOtlp(response.req, answer)
  const { status, headers = {}, problem, body } = answer
  if (!problem) return { status, headers, mediaType: 'application/json', body }
  const facts = {
    title: titles.get(problem.code),
    path: response.req.originalUrl.split('?')[0] ?? '',
    requestId: response.locals.requestId,
  }
  return { status, headers, mediaType: 'application/problem+json', body: writeProblem({ status, problem }, facts) }
}
