import { expect, test } from 'vitest'
import { run } from '../helpers/programs/server-process.ts'

/** What a process prints that logs a line and ends. */
async function print(forPeople: boolean, line: object = { port: 3000 }, message = 'listening'): Promise<string> {
  const script = `
    import { pino } from 'pino'
    import { openLogOutput } from './server/http/log-output.ts'
    const output = await openLogOutput({ forPeople: ${forPeople} })
    pino({ level: 'info' }, output.stream).info(${JSON.stringify(line)}, '${message}')
    await output.close()`
  const { code, stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], {})
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

test('people at a terminal read a line of words', async () => {
  expect(await print(true)).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: listening \{"port":3000\}\n$/)
})

test('people read what was asked and answered', async () => {
  const request = { requestId: 'r', method: 'GET', path: '/instances/demo/users', operationId: 'listUsers' }
  expect(await print(true, { ...request, status: 200, durationMs: 7 }, 'request')).toMatch(
    / INFO: GET \/instances\/demo\/users 200 in 7 ms \{"requestId":"r"\}\n$/,
  )
})

test('machines read a JSON object a line', async () => {
  expect(JSON.parse(await print(false))).toMatchObject({ level: 30, port: 3000, msg: 'listening' })
})

test('a line that comes while others are written is there at the end', async () => {
  const script = `
    import { openLogOutput } from './server/http/log-output.ts'
    const { stream, close } = await openLogOutput({ forPeople: false })
    stream.write('one\\n')
    stream.flush()
    stream.write('two\\n')
    await close()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {})
  expect(stdout).toBe('one\ntwo\n')
})
