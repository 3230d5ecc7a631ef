import type { ErrorRequestHandler, Locals } from 'express'
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
    sendProblem(response, titles, explainFailure(error, response.locals, database))
    // Reads the rest of a refused body. Otherwise the client might not receive the answer.
    request.resume()
  }
}

/** The answer to a call in which something was thrown, which is logged. */
export function explainFailure(error: unknown, call: Locals, database: Outage): ProblemAnswer {
  const { log, requestId, isDone } = call
  const answer = explain(error, isDone)
  call.errorType = errorType(error)
  call.isTimedOut = isStatementTimeout(error)
  if (answer.status === 500) log.error({ requestId, err: error }, 'request failed')
  if (answer.status === 503) database.failed({ requestId, err: error })
  return answer
}

function explain(error: unknown, isDone = false): ProblemAnswer {
  if (isDatabaseUnavailable(error)) return databaseUnavailable
  if (error instanceof URIError) return malformedPath
  return isDone ? internalErrorWhenDone : internalError
}
