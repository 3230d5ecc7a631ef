import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'

const children = new Set<ChildProcess>()
// Vitest ends a worker by this signal, also one whose tests ran into their limit and go on.
process.once('SIGTERM', () => {
  for (const child of children) child.kill('SIGKILL')
  // Now without a listener. In a worker of Vitest, `process.exit()` only throws.
  process.kill(process.pid, 'SIGTERM')
})

/**
 * Starts a process that ends with this one at the latest. It does not share this process's stderr: Vitest waits until
 * nothing holds that open any more, so that a process left behind by a failed test would keep the run from ending.
 */
export function spawnChild(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; uid?: number; gid?: number; detached?: boolean } = {},
): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Like `spawnChild()`; what the process writes to stderr is in the output of the run. */
export function spawnAside(...call: Parameters<typeof spawnChild>): ReturnType<typeof spawnChild> {
  const child = spawnChild(...call)
  child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk))
  return child
}
