import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drain, listen } from '../../server/http/listening.ts'
import { spawnAside } from '../helpers/programs/child.ts'
import { environment, run } from '../helpers/programs/server-process.ts'
import { project } from '../walks/copy.ts'

test('npm run console serves the console on a mock, and ends by Ctrl-C', async () => {
  const port = await freePort()
  const child = spawnAside('node', ['tools/console.ts', '--port', String(port)], {
    cwd: project,
    env: environment({}),
  })
  const exited = once(child, 'exit')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  try {
    const greeting = await vi.waitUntil(() => /Console +(\S+)\n +Works on +(\S+)/.exec(output), 120_000)
    const [, page = '', mock = ''] = greeting ?? []
    const source = await (await fetch(new URL('/src/settings.ts', page))).text()
    expect(await (await fetch(page)).text()).toContain('<div id="root">')
    expect(source).toContain(`"VITE_API_URL": "${mock}"`)
    const agents = `${mock}/instances/demo/agents`
    expect((await fetch(agents, { headers: { Authorization: 'Bearer Viewer' } })).status).toBe(200)
    const [, panel = ''] = /Panel +(\S+), for/.exec(output) ?? []
    expect(await (await fetch(panel)).text()).toContain('<html')
  } finally {
    child.kill('SIGINT')
    expect(await exited).toEqual([0, null])
  }
})

test('npm run console says that its port is taken before it packs the SDK', async () => {
  const server = createServer()
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => drain(server, 0))
  expect(await run('node', ['tools/console.ts', '--port', String(port)], {})).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${port} is taken. Choose another one: npm run console -- --port ${port + 1}\n`,
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server, 0, '127.0.0.1')
  await drain(server, 0)
  return port
}
