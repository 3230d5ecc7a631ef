import { setTimeout as sleep } from 'node:timers/promises'
import { asArray, asObject, asString } from '../../contract/json.ts'

/** Records where the processor time of a process goes while `run` runs, in microseconds by package. */
export async function profile<Result>(
  inspector: string,
  run: () => Promise<Result>,
): Promise<{ sums: Map<string, number>; result: Result }> {
  const session = await open(inspector)
  await session.call('Profiler.enable')
  await session.call('Profiler.setSamplingInterval', { interval: 200 })
  await session.call('Profiler.start')
  const result = await run()
  const { profile } = asObject(await session.call('Profiler.stop'))
  session.close()
  return { sums: sumByPackage(asObject(profile)), result }
}

/** The address of the inspector of a process that was started with `--inspect=127.0.0.1:<port>`. */
export async function findInspector(port: number): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
      const [first] = asArray(await answer.json())
      return asString(asObject(first)['webSocketDebuggerUrl'])
    } catch (error) {
      if (attempt === 50) throw error
      await sleep(100)
    }
  }
}

/** A session of the inspector's protocol. Source: https://chromedevtools.github.io/devtools-protocol/v8/Profiler/ */
async function open(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<unknown, (result: unknown) => void>()
  let calls = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = asObject(JSON.parse(String(data)))
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return {
    call: (method: string, params = {}) =>
      new Promise<unknown>((resolve) => {
        const id = (calls += 1)
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, method, params }))
      }),
    close: () => socket.close(),
  }
}

function sumByPackage(profile: Record<string, unknown>): Map<string, number> {
  const packages = new Map(
    asArray(profile['nodes'])
      .map(asObject)
      .map((node) => [node['id'], packageOf(asObject(node['callFrame']))] as const),
  )
  const deltas = asArray(profile['timeDeltas']).map(Number)
  const sums = new Map<string, number>()
  for (const [at, id] of asArray(profile['samples']).entries()) {
    const name = packages.get(id) ?? ''
    sums.set(name, (sums.get(name) ?? 0) + (deltas[at] ?? 0))
  }
  sums.delete('(idle)')
  return sums
}

/** The package of a function; for our own code its room, for Node's its module, for the engine its own name. */
function packageOf({ url, functionName }: Record<string, unknown>): string {
  const text = String(url)
  if (text === '') return String(functionName).startsWith('(') ? String(functionName) : '(engine)'
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(text)?.[1]
  if (inPackage !== undefined) return inPackage
  if (text.startsWith('node:')) return text.replace(/^node:(internal\/)?([^/]+).*/, 'node:$2')
  const inProject = /\/((?:server|contract|tools)\/[^/]+)/.exec(text)?.[1]
  return inProject ?? text
}
