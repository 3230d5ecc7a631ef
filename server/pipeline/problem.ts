import type { Response } from 'express'
import { writeProblem, type ProblemAnswer } from '../../contract/rules/problems.ts'
import { send } from './send.ts'

export function sendProblem(response: Response, titles: ReadonlyMap<string, string>, answer: ProblemAnswer): void {
  const { status, headers = {}, problem } = answer
  const body = writeProblem(answer, {
    title: titles.get(problem.code),
    path: response.req.originalUrl.split('?')[0] ?? '',
    requestId: response.locals.requestId,
  })
  send(response, { status, headers, mediaType: 'application/problem+json', body })
}
