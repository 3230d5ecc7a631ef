import { expect, test } from 'vitest'
import { parseJsonBody, parseJsonLines } from '../../contract/rules/json-text.ts'
import { leastCpuTime } from '../helpers/cpu-time.ts'

const parse = (text: string) => parseJsonBody(Buffer.from(text))

test('escapes without end cost what their length costs, not its square', async () => {
  // Twenty of these took a minute when each escaped quote was a place to begin again.
  const twenty = () => {
    for (let times = 0; times < 20; times += 1) {
      expect(parse(`"${String.raw`\"`.repeat(65_000)}`)).toMatchObject({
        ok: false,
        fault: { code: 'json' },
      })
    }
  }
  expect(await leastCpuTime(twenty, 4000)).toBeLessThan(4000)
})

test('a thousand faults of one long list cost little', async () => {
  const list = `[${Array.from({ length: 100_000 }, () => '1e999').join()}]`
  const read = () => expect(parse(`{"a":${list}}`)).toMatchObject({ ok: true })
  expect(await leastCpuTime(read, 1000)).toBeLessThan(1000)
})

test.each(['\n', '\r\n', ' \n'])('lines of nothing are soon read, as many as a body has: %j', async (line) => {
  const bytes = Buffer.from(line.repeat((4 * 1024 * 1024) / line.length))
  expect(await leastCpuTime(() => parseJsonLines(bytes), 200)).toBeLessThan(200)
})
