import { expect, onTestFinished, test } from 'vitest'
import { check, execution } from '../helpers/data/executions.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { startTestService } from '../helpers/service.ts'

test('of what takes longer than the limit a part is taken, and the rest when it is sent again', async () => {
  const service = await startTestService({}, { evaluation: {} })
  onTestFinished(() => service.close())
  const outcomes = [{ name: 'slow', expression: 'operations.all(a, operations.all(b, b.cost >= 0.0))' }]
  const { body } = await twuModels(service).create({ ...completeInput('Slow'), outcomes })
  await twuModels(service).publish(body.id)
  const operations = Array.from({ length: 1000 }, () => check)
  let left = Array.from({ length: 30 }, (_, at) => ({
    modelId: body.id,
    ...execution({ id: `slow-${at}`, operations }),
  }))
  const rounds: number[] = []
  while (left.length > 0) {
    const answer = await service.keyless().executions.reportMany(left).catch(refusedAsBusy)
    if (!answer) continue
    const { results } = answer
    rounds.push(results.filter(({ status }) => status === 201).length)
    const others = results.filter(({ status }) => status !== 201)
    expect(others.every(({ code }) => code === 'not_taken')).toBe(true)
    left = left.filter((_report, at) => results[at]?.status !== 201)
  }
  expect(rounds.reduce((sum, count) => sum + count)).toBe(30)
})

/** A busy machine may have no time for any of them. */
function refusedAsBusy(error: unknown): null {
  expect(error).toMatchObject({ status: 503, code: 'temporarily_unavailable' })
  return null
}
