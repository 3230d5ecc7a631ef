import { expect, test } from 'vitest'
import { run } from '../helpers/server-process.ts'

/** What a process prints that logs a line and ends. */
async function print(forPeople: boolean): Promise<string> {
  const script = `
    import { pino } from 'pino'
    import { openLogOutput } from './server/pipeline/log-output.ts'
    const output = openLogOutput({ forPeople: ${forPeople} })
    pino({ level: 'info' }, output.stream).info({ port: 3000 }, 'listening')
    await output.close()`
  const { code, stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], {})
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

test('people at a terminal read a line of words', async () => {
  expect(await print(true)).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: listening \{"port":3000\}\n$/)
})

test('machines read a JSON object a line', async () => {
  expect(JSON.parse(await print(false))).toMatchObject({ level: 30, port: 3000, msg: 'listening' })
})
