import type { ErrorRequestHandler } from 'express'
import { isDatabaseUnavailable, isStatementTimeout } from '../db/connection/pool.ts'
import {
  databaseUnavailable,
  internalError,
  internalErrorWhenDone,
  malformedPath,
  type ProblemAnswer,
} from '../../contract/rules/problems.ts'
import type { Outage } from '../lib/outage.ts'
import { errorType } from '../telemetry/error-type.ts'
import { sendProblem } from './problem.ts'

/**
 * The end of the pipeline: turns everything that was thrown into a problem, without internal details. Tells `database` of
 * requests that failed for want of the database.
 */
export function handleErrors(titles: ReadonlyMap<string, string>, database: Outage): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    const { log, requestId, isDone } = response.locals
    const answer = explain(error, isDone)
    response.locals.errorType = errorType(error)
    response.locals.isTimedOut = isStatementTimeout(error)
    if (answer.status === 500) log.error({ requestId, err: error }, 'request failed')
    if (answer.status === 503) database.failed({ requestId, err: error })
    sendProblem(response, titles, answer)
    // Reads the rest of a refused body. Otherwise the client might not receive the answer.
    request.resume()
  }
}

function explain(error: unknown, isDone = false): ProblemAnswer {
  if (isDatabaseUnavailable(error)) return databaseUnavailable
  if (error instanceof URIError) return malformedPath
  return isDone ? internalErrorWhenDone : internalError
}
