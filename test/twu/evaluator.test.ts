import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test, vi } from 'vitest'
import type { WorkOperation } from '../../sdk/src/index.ts'
import { createEvaluator } from '../../server/twu/evaluator.ts'
import { completeInput } from '../helpers/data/twu-models.ts'

let evaluator = createEvaluator()
afterEach(() => evaluator.stop())

const operations = Array.from({ length: 600 }, (_, at): WorkOperation => {
  return { action: 'payRefund', actor: 'AI', startedAt: '2026-11-21T09:30:00.000Z', cost: at }
})
const pairs = 'operations.all(a, operations.all(b, a.cost + b.cost >= 0.0))'
const slow = { ...completeInput(), outcomes: [{ name: 'one', expression: pairs }] }
const body = () => [Buffer.from(JSON.stringify({ definition: slow, operations }))]

test('what does not end in time is given up', async () => {
  evaluator = createEvaluator({ threads: 1, limitMs: 1 })
  expect(await evaluator.evaluate(body(), null)).toBeNull()
})

test('no more than so many wait, and all who may wait are answered', async () => {
  evaluator = createEvaluator({ threads: 1, mostWaiting: 3, limitMs: 60_000 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => evaluator.evaluate(body(), null)))
  const values = answers.map((answer) => answer && 'body' in answer && answer.body.outcomes[0]?.value)
  expect(values).toEqual([true, true, true, true, null, null, null, null, null, null])
})

// What no thread can be sent.
const unsent = new Proxy(slow, {})

test('one that fails hinders no other', async () => {
  evaluator = createEvaluator({ threads: 1 })
  await expect(evaluator.report(unsent)).rejects.toThrow('could not be cloned')
  expect(await evaluator.report(completeInput())).toEqual({ faults: [], cases: [] })
})

test('an error of a thread whose time is over ends nobody', async () => {
  const terminate = vi.spyOn(Worker.prototype, 'terminate').mockImplementationOnce(async function (this: Worker) {
    this.emit('error', new Error('out of memory'))
    return this.terminate()
  })
  evaluator = createEvaluator({ threads: 1, limitMs: 1 })
  expect(await evaluator.evaluate(body(), null)).toBeNull()
  terminate.mockRestore()
})

test('one that fails is over when its time is', async () => {
  const unhandled = vi.fn()
  process.once('unhandledRejection', unhandled)
  evaluator = createEvaluator({ threads: 1, limitMs: 1000 })
  await expect(evaluator.report(unsent)).rejects.toThrow('could not be cloned')
  await delay(1100)
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
