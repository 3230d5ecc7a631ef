import { expect, it } from 'vitest'
import { describeAnswers, httpTypes, representatives } from './answers.ts'

const chosen = representatives()

it('has types enough for each way to authenticate and to read an answer, and the heavy tests have all', () => {
  expect(chosen.length).toBeGreaterThan(10)
  expect(httpTypes.length).toBeGreaterThan(80)
})

describeAnswers(chosen, chosen.slice(0, 1))
