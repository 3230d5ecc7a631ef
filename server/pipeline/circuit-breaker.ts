import type { Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { ProblemAnswer } from '../../contract/rules/problems.ts'
import { retryShortly } from '../../contract/rules/refusals.ts'
import type { FindPart } from '../db/placement.ts'
import { callerOf, instanceIdOf, type RequestStep } from './call.ts'

/**
 * Keeps a part of the database that has stopped, such as a worker of Citus, from taking all connections. A part has stopped
 * when a statement timed out and the part has answered nothing for `silenceMs`, until something is answered. One request at a
 * time tries a stopped part, one whose body has arrived, and at most `maxTries` try all of them together; others are refused
 * at once.
 */
export function breakCircuit(findPart: FindPart, { maxTries, silenceMs }: Limits): RequestStep {
  const parts = new LRUCache<string, Part>({ max: 10_000 })
  let tries = 0

  /** A request that takes long for other reasons, such as a vendor or a slow reader, is a try for 10 s only. */
  function beginTry(part: Part): () => void {
    let isOpen = true
    const end = () => {
      clearTimeout(timer)
      if (!isOpen) return
      isOpen = false
      part.isTried = false
      tries -= 1
    }
    const timer = setTimeout(end, 10_000)
    part.isTried = true
    tries += 1
    return end
  }

  function enter(name: string, isComplete: boolean, response: Response): ProblemAnswer | null {
    const part = parts.get(name) ?? { isStopped: false, isTried: false, answeredAt: -Infinity }
    parts.set(name, part)
    const isTry = part.isStopped
    if (isTry && (part.isTried || tries >= maxTries || !isComplete)) return partStopped
    const endTry = isTry ? beginTry(part) : null
    response.locals.isCircuitOpen = () => part.isStopped && !isTry
    response.on('close', () => {
      endTry?.()
      const now = performance.now()
      if (response.locals.isTimedOut && now - part.answeredAt > silenceMs) part.isStopped = true
      if (!hasAnswer(response)) return
      part.answeredAt = now
      part.isStopped = false
    })
    return null
  }

  return (call, request, response) => {
    const instanceId = instanceIdOf(call)
    const { subject, opens } = callerOf(call)
    // What is of no instance may ask every part where the caller has an instance.
    if (instanceId === null) return enter(`all of ${subject}`, request.complete, response)
    // An instance that the token does not open is answered like a missing one, without a look into the database.
    if (!opens(instanceId)) return null
    const name = findPart(instanceId)
    return typeof name === 'string'
      ? enter(name, request.complete, response)
      : name.then((name) => enter(name, request.complete, response))
  }
}

/** Whether the answer is one for which the database was read or written. */
function hasAnswer({ statusCode, writableFinished, locals }: Response): boolean {
  return writableFinished && !locals.isTimedOut && (statusCode < 400 || [404, 409, 412].includes(statusCode))
}

export const partStopped = retryShortly(
  1,
  'The database of this instance does not answer. Send the request again shortly.',
)

interface Limits {
  maxTries: number
  silenceMs: number
}

interface Part {
  isStopped: boolean
  isTried: boolean
  answeredAt: number
}
