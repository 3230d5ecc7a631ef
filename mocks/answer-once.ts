import type { Database } from '../server/db/database.ts'
import { LRUCache } from 'lru-cache'
import { describePayload } from '../contract/rules/payload.ts'
import type { AnyAnswer } from '../server/contract.ts'
import { isStored, type AnswerOnce } from '../server/pipeline/idempotency.ts'

/** Keeps the last 10,000 answers of requests with an Idempotency-Key in memory, until `forget`. */
export function rememberAnswers(db: Database): { answerOnce: AnswerOnce; forget(): void } {
  const answered = new LRUCache<string, { payload: string; answer: AnyAnswer | null }>({ max: 10_000 })
  return {
    async answerOnce({ key, method, path, body }, run) {
      const name = JSON.stringify(key)
      const payload = describePayload(method, path, body)
      const earlier = answered.get(name)
      if (earlier && earlier.payload !== payload) return { state: 'other_payload' }
      if (earlier) return earlier.answer ? { state: 'replayed', answer: earlier.answer } : { state: 'in_use' }
      answered.set(name, { payload, answer: null })
      try {
        const answer = await run(db, (write) => write(db))
        if (isStored(answer)) answered.set(name, { payload, answer })
        else answered.delete(name)
        return { state: 'first', answer }
      } catch (error) {
        answered.delete(name)
        throw error
      }
    },
    forget: () => answered.clear(),
  }
}
