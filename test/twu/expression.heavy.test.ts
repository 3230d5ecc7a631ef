import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastCpuTime } from '../helpers/cpu-time.ts'
import { anyText, expectNoOrReadableFault, findExpressionFault, hostileTexts } from '../helpers/data/hostile-texts.ts'

/** A check takes a few milliseconds. One whose time doubles with each level or letter takes hours. */
const mostMs = 3000

test.each(hostileTexts)('a hostile expression is checked at once: %s', async (_what, expression) => {
  expect(await leastCpuTime(() => findExpressionFault(expression), mostMs)).toBeLessThan(mostMs)
})

test('the check of an expression never throws and never hangs, whatever its text', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (expression) => {
      expect(await leastCpuTime(() => expectNoOrReadableFault(expression), mostMs)).toBeLessThan(mostMs)
    }),
    { numRuns: 3000 },
  )
})
