import type { Database } from '../server/db/database.ts'
import { describeValue, isStored, replay } from '../contract/rules/payload.ts'
import { idempotencyKeyReused } from '../contract/rules/refusals.ts'
import type { AnswerOnce } from '../server/pipeline/idempotency.ts'
import type { World } from './world.ts'

/** Keeps the answers of requests with an Idempotency-Key with the data of their instance, as the test server does. */
export function answerOnceIn(world: World, db: Database): AnswerOnce {
  return async ({ key: { instanceId, key }, method, path, body }, run) => {
    const { answered } = world.enter(instanceId).instance
    const payload = describeValue([method, path, body])
    const earlier = answered.get(key)
    if (earlier) return earlier.payload === payload ? replay(earlier.answer) : idempotencyKeyReused
    // Nothing comes between, as no operation of the mock waits for anything.
    const answer = await run(db, (write) => write(db))
    if (isStored(answer)) answered.set(key, { payload, answer })
    return answer
  }
}
