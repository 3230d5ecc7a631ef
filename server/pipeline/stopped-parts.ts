import type { Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { ProblemAnswer } from '../../contract/rules/problems.ts'
import type { FindPart } from '../db/placement.ts'
import { callerOf } from './admission.ts'
import type { Step } from './step.ts'

/**
 * Keeps a part of the database that has stopped, such as a worker of Citus, from taking all connections. A part has stopped
 * when a statement timed out and nothing else was answered meanwhile, until something is. One request at a time tries a
 * stopped part, and at most `maxTries` try all of them together; others are refused at once.
 */
export function refuseStoppedParts(findPart: FindPart, maxTries: number): Step {
  const stopped = new Map<string, { isTried: boolean }>()
  const answeredAt = new LRUCache<string, number>({ max: 10_000 })
  let tries = 0

  /** Null when the request is refused. Otherwise it is told how the request ended. */
  function begin(part: string): ((outcome: Outcome) => void) | null {
    const startedAt = performance.now()
    const own = stopped.get(part)
    if (own && (own.isTried || tries >= maxTries)) return null
    if (own) {
      own.isTried = true
      tries += 1
    }
    return (outcome) => {
      if (own) {
        own.isTried = false
        tries -= 1
      }
      if (outcome === 'answered') {
        answeredAt.set(part, performance.now())
        stopped.delete(part)
      }
      if (outcome === 'timed out' && (answeredAt.get(part) ?? 0) < startedAt && !stopped.has(part))
        stopped.set(part, { isTried: false })
    }
  }

  return async ({ params }, response) => {
    const instanceId = String(params['instanceId'])
    // An instance that the token does not open is answered like a missing one, without a look into the database.
    if (!callerOf(response).opens(instanceId)) return null
    const end = begin(await findPart(instanceId))
    if (!end) return partStopped
    response.once('close', () => end(outcomeOf(response)))
    return null
  }
}

function outcomeOf({ locals, statusCode, writableFinished }: Response): Outcome {
  if (locals.isTimedOut) return 'timed out'
  const isAnswered = statusCode < 400 || [404, 409, 412].includes(statusCode)
  return isAnswered && writableFinished ? 'answered' : 'failed'
}

const partStopped: ProblemAnswer = {
  status: 503,
  code: 'temporarily_unavailable',
  detail: 'The database of this instance does not answer. Send the request again shortly.',
  headers: { 'Retry-After': '1' },
}

/** `failed` says nothing about the database. */
type Outcome = 'answered' | 'timed out' | 'failed'
