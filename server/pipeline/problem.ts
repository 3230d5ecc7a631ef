import type { Locals, Response } from 'express'
import { writeProblem, type ProblemAnswer } from '../../contract/rules/problems.ts'
import type { AnyAnswer } from '../../contract/types.ts'
import { toOtlp } from './otlp.ts'
import { send, type Sent } from './send.ts'

export function sendProblem(response: Response, titles: ReadonlyMap<string, string>, answer: ProblemAnswer): void {
  send(response, toSent(response.locals, titles, answer))
}

/** What is sent of an answer without a stream. */
export function toSent(call: Locals, titles: ReadonlyMap<string, string>, answer: AnyAnswer): Sent {
  if (call.operation?.isOtlp) return toOtlp(call, answer)
  const { status, headers = {}, problem, body } = answer
  if (!problem) return { status, headers, mediaType: 'application/json', body }
  const facts = { title: titles.get(problem.code), path: call.target, requestId: call.requestId }
  return { status, headers, mediaType: 'application/problem+json', body: writeProblem({ status, problem }, facts) }
}
