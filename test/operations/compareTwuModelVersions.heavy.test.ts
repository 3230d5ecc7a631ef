import { expect, onTestFinished, test } from 'vitest'
import type { TwuModelInput, WorkOperation } from '../../sdk/src/index.ts'
import { pay } from '../helpers/data/executions.ts'
import { compareVersions, completeInput, withOutcomes } from '../helpers/data/twu-models.ts'
import { settle } from '../helpers/outcomes.ts'
import { startTestService } from '../helpers/service.ts'

test('who compares for as long as can be keeps nobody who reads waiting, and of many most are told to come again', async () => {
  // With the threads and the limits of production.
  const small = await startTestService({ databasePoolSize: 1 }, { evaluation: {} })
  onTestFinished(() => small.close())
  const expression = 'operations.all(a, operations.all(b, operations.all(c, a.cost + b.cost + c.cost >= 0.0)))'
  const operations = Array.from({ length: 50 }, () => pay)
  const cases = Array.from({ length: 20 }, (_, at) => ({ name: `c${at}`, operations }))
  const input = { ...completeInput(), outcomes: [{ name: 'o', expression }], cases }
  const { id } = await small.keyless('Editor').twuModels.create(input)
  const { twuModels, agents } = small.acme('Viewer')
  let answered = 0
  const compareMany = (count: number) =>
    settle(
      Array.from({ length: count }, async () => {
        return twuModels.versions.compare(id, 1, 1).finally(() => (answered += 1))
      }),
    )
  const compared = compareMany(8)
  await agents.list()
  expect(answered).toBeLessThan(8)
  await compared

  const { answers, refusals } = await compareMany(40)
  for (const answer of answers) expect(answer).toMatchObject({ older: 1, newer: 1 })
  expect(refusals.length).toBeGreaterThanOrEqual(40 - 18)
  expect(refusals[0]).toMatchObject({ status: 503, code: 'temporarily_unavailable' })
})

test('cases that would make a very long answer are left out, and cases that take too many steps have faults', async () => {
  const service = await startTestService()
  onTestFinished(() => service.close())
  const compare = (older: TwuModelInput, newer: TwuModelInput) => compareVersions(service, older, newer)
  const long = Array.from({ length: 40 }, (_, at) => ({
    name: `o${at}`,
    expression: 'operations[0].attributes.text',
  }))
  const operations = [{ ...pay, attributes: { text: 'x'.repeat(1000) } }]
  const cases = Array.from({ length: 50 }, (_, at) => ({ name: `c${at}`, operations }))
  const wide = { ...completeInput(), outcomes: long, cases }
  const cut = await compare(wide, wide)
  expect(cut.casesLeftOut).toBeGreaterThan(0)
  expect(cut.outcomes.length + cut.casesLeftOut).toBe(50)
  expect(JSON.stringify(cut).length).toBeLessThan(1_100_000)

  const pairs = 'operations.all(a, operations.all(b, operations.all(c, a.cost + b.cost + c.cost >= 0.0)))'
  const short: WorkOperation = { action: 'payRefund', actor: 'HUMAN', startedAt: pay.startedAt, cost: 0.5 }
  const many = Array.from({ length: 50 }, () => short)
  const expensive = withOutcomes(pairs)
  const deep = await compare(withOutcomes('1'), {
    ...expensive,
    cases: cases.map(({ name }) => ({ name, operations: many })),
  })
  const [first] = deep.outcomes
  const last = deep.outcomes.at(-1)
  expect(first?.results[0]).toMatchObject({ before: { value: 1 }, after: { value: true } })
  expect(last?.results[0]).toMatchObject({ before: { value: 1 }, after: { value: null } })
  expect(last?.results[0]?.after?.fault?.message).toContain('and 0 are left after the cases before')
})
