import { describe, expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { prismOnce, runMock } from '../helpers/programs/mock.ts'
import { expectEveryExample } from './examples.ts'

// The mock does not serve assistants.
const operations = (await readContract()).operations.filter(({ isMcp }) => !isMcp)

describe('every operation of the mock', () => {
  test.each(operations)('$id can answer every status and every example', async (operation) => {
    await expectEveryExample(operation, await prismOnce())
  })
})

test('npm run mock says what it serves and where its panel is, takes a delay, and ends when it is told to', async () => {
  const started = await runMock(['--only', 'inferred', '--port', '0', '--delay', '20-30', '--empty'])
  expect(started.output()).toContain('2 operations')
  const panel = /http:\/\/127\.0\.0\.1:\d+\/__mock/.exec(started.output())?.[0] ?? ''
  const answer = await fetch(new URL('/instances/demo/work-ledger?size=1', panel), {
    headers: { Authorization: 'Bearer any' },
  })
  expect(await answer.json()).toMatchObject({ content: [] })
  const page = await (await fetch(panel)).text()
  expect(Number(/ · (\d+) ms<\/small>/.exec(page)?.[1])).toBeGreaterThanOrEqual(19)
  expect(await started.end('SIGTERM')).toBe(0)
})
