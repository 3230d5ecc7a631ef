import { afterAll, beforeAll, test } from 'vitest'
import { expectSameAnswers, startSides, type Side, type Sides } from './sides.ts'
import { oddValues, sendBodies, sendQueries, sendTypes, wrongOneByOne } from './wrong-requests.ts'

/** The test server and the mock refuse as the service: every type, every member of a body and every parameter alone. */
let sides: Sides
const same = (facts: (side: Side) => Promise<unknown>) => () => expectSameAnswers(sides, facts)
beforeAll(async () => {
  sides = await startSides({}, true)
})
afterAll(() => sides.stop())

test(
  'an integration of every type must fit it',
  same((side) => sendTypes(side, (_fields, right, wrong) => [right, ...wrong])),
)

test(
  'a body is refused with the same faults, whichever member is wrong',
  same((side) => sendBodies(side, wrongOneByOne)),
)

test(
  'a query is refused with the same faults, whichever parameter is wrong',
  same((side) => {
    const seen = new Set<string>()
    return sendQueries(side, (parameters) =>
      parameters.flatMap(({ name, rules }) => {
        // Where a parameter has the same rules in several operations, only the first is asked everything.
        const values = seen.has(rules) ? [] : oddValues
        seen.add(rules)
        return [...values, `a&${name}=b`].map((value) => `${name}=${value}`)
      }),
    )
  }),
)
