import { afterAll, beforeAll, test } from 'vitest'
import { expectSameAnswers, startSides, type Side, type Sides } from './sides.ts'
import { oddValues, sendBodies, sendQueries, sendTypes, wrongOneByOne, wrongTogether } from './wrong-requests.ts'

/**
 * The test server and the mock refuse as the service: every type, and every member of a body and every parameter, alone and
 * with others.
 */
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

test(
  'a body is refused with the same faults, when its members are wrong together',
  same((side) => sendBodies(side, wrongTogether)),
)

test(
  'a query is refused with the same faults, when its parameters are wrong together',
  same((side) =>
    sendQueries(side, (parameters, list) => {
      const all = (write: (name: string) => string) => parameters.map(({ name }) => write(name)).join('&')
      // Every value in every third list.
      const values = oddValues.filter((_, at) => (list + at) % 3 === 0)
      return [...values.map((value) => all((name) => `${name}=${value}`)), all((name) => `${name}=a&${name}=b`)]
    }),
  ),
)
