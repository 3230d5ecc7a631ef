import { expect, onTestFinished, test } from 'vitest'
import { pay } from '../helpers/data/executions.ts'
import { completeInput } from '../helpers/data/twu-models.ts'
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
