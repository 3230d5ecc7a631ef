import { readContract } from '../../contract/document.ts'
import type { BenchDatabase } from './database.ts'
import { memoryOf, startListener } from './server.ts'

/** Starts the service some times, and returns a line about each start: until it listens, and its first requests. */
export async function measureStarts(
  { authorization }: BenchDatabase,
  args: readonly string[],
  env: Record<string, string>,
  rounds: number,
): Promise<string[]> {
  const { operations } = await readContract()
  const lines: string[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    const service = await startListener(args, env)
    const ready = performance.now() - startedAt
    const memory = memoryOf(service.pid)
    const first: { id: string; ms: number }[] = []
    for (const { id, method, path } of operations) {
      const sentAt = performance.now()
      const url = service.baseUrl + path.replace('{instanceId}', 'bench').replaceAll(/\{\w+\}/g, '1')
      const answer = await fetch(url, {
        method,
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        // No operation takes an empty object, so nothing changes.
        ...(method === 'post' || method === 'put' ? { body: '{}' } : {}),
      })
      first.push({ id, ms: performance.now() - sentAt })
      await answer.arrayBuffer()
    }
    await service.stop()
    const slowest = first.toSorted((a, b) => b.ms - a.ms).slice(0, 3)
    const told = slowest.map(({ id, ms }) => `${id} ${ms.toFixed(0)} ms`).join(', ')
    lines.push(
      `ready after ${ready.toFixed(0)} ms, ${Math.round(memory / 1e6)} MB; slowest first requests: ${told}`,
    )
  }
  return lines
}
