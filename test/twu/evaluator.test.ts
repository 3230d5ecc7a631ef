import { Worker } from 'node:worker_threads'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { WorkOperation } from '../../sdk/src/index.ts'
import { createEvaluator } from '../../server/twu/evaluator.ts'
import { completeInput } from '../helpers/data/twu-models.ts'

const limitMs = 3_600_000
const evaluator = createEvaluator({ threads: 1, mostWaiting: 3, limitMs })
afterAll(() => evaluator.stop())

/** The time of the task that was last sent to a thread. A test ends it, and no clock. */
let time: AbortController
const startTime = () => (time = new AbortController()).signal
const timeout = vi.spyOn(AbortSignal, 'timeout')
beforeEach(() => void timeout.mockReset().mockImplementation(startTime))
afterAll(() => timeout.mockRestore())

/** The time of the next task is over as soon as it was sent. */
function endNextTime(): void {
  timeout.mockImplementationOnce(() => {
    queueMicrotask(() => time.abort())
    return startTime()
  })
}

const operations = Array.from({ length: 20 }, (_, at): WorkOperation => {
  return { action: 'payRefund', actor: 'AI', startedAt: '2026-11-21T09:30:00.000Z', cost: at }
})
const pairs = 'operations.all(a, operations.all(b, a.cost + b.cost >= 0.0))'
const definition = { ...completeInput(), outcomes: [{ name: 'one', expression: pairs }] }
const body = () => [Buffer.from(JSON.stringify({ definition, operations }))]
const nothingToSay = { faults: [], cases: [] }

test('no more than so many wait, and all who may wait are answered', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => evaluator.evaluate(body(), null)))
  const values = answers.map((answer) => answer && 'body' in answer && answer.body.outcomes[0]?.value)
  expect(values).toEqual([true, true, true, true, null, null, null, null, null, null])
})

test.each([
  ['an evaluation', 'validator', () => evaluator.evaluate(body(), null)],
  ['a report', 'thread', () => evaluator.report(completeInput())],
])(
  'the time of %s begins when its thread has loaded, with what waiting left of the limit',
  async (_what, load, run) => {
    await evaluator.stop()
    const sent = vi.spyOn(Worker.prototype, 'postMessage')
    const received = vi.spyOn(Worker.prototype, 'emit')
    timeout.mockImplementationOnce(() => {
      expect(sent.mock.calls.map(([task]: unknown[]) => task)).toEqual([{ load }])
      expect(received.mock.calls.filter(([name]) => name === 'message')).toEqual([['message', null]])
      return startTime()
    })
    expect(await run()).not.toBeNull()
    sent.mockRestore()
    received.mockRestore()
    const [[asked] = [0]] = timeout.mock.calls
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThanOrEqual(limitMs)
  },
)

// What no thread can be sent.
const unsent = new Proxy(definition, {})

test('one that fails hinders no other', async () => {
  await expect(evaluator.report(unsent)).rejects.toThrow('could not be cloned')
  expect(await evaluator.report(completeInput())).toEqual(nothingToSay)
})

test('one that fails is over when its time is', async () => {
  const unhandled = vi.fn()
  process.once('unhandledRejection', unhandled)
  await expect(evaluator.report(unsent)).rejects.toThrow('could not be cloned')
  time.abort()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

test('what does not end in time is given up with its thread, and the next has another', async () => {
  const terminate = vi.spyOn(Worker.prototype, 'terminate')
  endNextTime()
  expect(await evaluator.report(completeInput())).toBeNull()
  expect(terminate).toHaveBeenCalledOnce()
  terminate.mockRestore()
  expect(await evaluator.report(completeInput())).toEqual(nothingToSay)
})

test('an error of a thread whose time is over ends nobody', async () => {
  const terminate = vi.spyOn(Worker.prototype, 'terminate').mockImplementationOnce(async function (this: Worker) {
    this.emit('error', new Error('out of memory'))
    return this.terminate()
  })
  endNextTime()
  expect(await evaluator.report(completeInput())).toBeNull()
  terminate.mockRestore()
})

test('without limits of its own it has those of the service', () => {
  expect(createEvaluator().limitMs).toBe(2000)
})
