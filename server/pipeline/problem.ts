import type { Response } from 'express'
import { writeProblem, type ProblemAnswer } from '../../contract/rules/problems.ts'
import { send } from './send.ts'

export function sendProblem(
  response: Response,
  titles: ReadonlyMap<string, string>,
  { headers = {}, ...answer }: ProblemAnswer,
): void {
  const problem = writeProblem(answer, {
    title: titles.get(answer.code),
    path: response.req.originalUrl.split('?')[0] ?? '',
    requestId: response.locals.requestId,
  })
  send(response, { status: answer.status, headers, mediaType: 'application/problem+json', body: problem })
}
