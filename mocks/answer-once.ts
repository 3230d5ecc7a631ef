import type { Database } from '../server/db/database.ts'
import { describePayload, isStored } from '../contract/rules/payload.ts'
import type { AnswerOnce } from '../server/pipeline/idempotency.ts'
import { toAnswer } from './remember.ts'
import type { World } from './world.ts'

/** Keeps the answers of requests with an Idempotency-Key with the data of their instance, as the test server does. */
export function answerOnceIn(world: World, db: Database): AnswerOnce {
  const running = new Map<string, string>()
  return async ({ key: { instanceId, key }, method, path, body }, run) => {
    const { answered } = world.enter(instanceId).instance
    const name = `${instanceId} ${key}`
    const payload = describePayload(method, path, body)
    const earlier = answered.get(key)
    const known = earlier?.payload ?? running.get(name)
    if (known !== undefined && known !== payload) return { state: 'other_payload' }
    if (earlier) return { state: 'replayed', answer: toAnswer(earlier.answer) }
    if (known !== undefined) return { state: 'in_use' }
    running.set(name, payload)
    try {
      const answer = await run(db, (write) => write(db))
      if (isStored(answer)) answered.set(key, { payload, answer })
      return { state: 'first', answer }
    } finally {
      running.delete(name)
    }
  }
}
