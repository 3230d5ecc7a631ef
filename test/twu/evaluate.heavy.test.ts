import { describe, expect, test } from 'vitest'
import { evaluateModel, mostSteps, stepsOf } from '../../contract/rules/twu/evaluate.ts'
import { reportOn } from '../../contract/rules/twu/report.ts'
import { sizeOf, toOperations } from '../../contract/rules/twu/work-operations.ts'
import { leastCpuTime } from '../helpers/cpu-time.ts'
import {
  compileOne,
  dearExpressions,
  largeExpressions,
  largestModel,
  manyOperations,
  orders,
} from '../helpers/data/dear-expressions.ts'

describe('what is computed takes no longer than its cost says', () => {
  test.each(Object.entries(dearExpressions))('%s', async (_what, expression) => {
    const sizes = [
      [1000, 10],
      [1000, 900],
      [20, 60_000],
      [100, 2000],
      [200, 40],
    ] as const
    for (const operations of sizes.map(([count, length]) => manyOperations(count, length))) {
      const model = compileOne(expression)
      let said: ReturnType<typeof evaluateModel> | undefined
      const steps = stepsOf(model, sizeOf(toOperations(orders, operations)))
      // 50 ns for each step, and four times that on another machine.
      const most = 400 + Math.min(steps, mostSteps) / 5000
      expect(await leastCpuTime(() => (said = evaluateModel(model, operations)), most)).toBeLessThan(most)
      const isComputed = said?.outcomes[0]?.fault === null
      expect(isComputed).toBe(steps <= mostSteps)
    }
  })
})

test.each(Object.entries(largeExpressions))(
  'the largest models that may be saved are reported on in seconds: %s',
  async (_what, expression) => {
    let report: ReturnType<typeof reportOn> | undefined
    const model = largestModel(expression)
    expect(await leastCpuTime(() => (report = reportOn(model)), 4000)).toBeLessThan(4000)
    expect(report?.cases.length).toBe(50)
    expect(report?.faults.filter(({ message }) => message.includes('does not compile'))).toEqual([])
  },
)
