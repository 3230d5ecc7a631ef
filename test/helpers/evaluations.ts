import { Worker } from 'node:worker_threads'
import { onTestFinished, vi } from 'vitest'
import { isObject } from '../../contract/json.ts'

/** What the services of this process ask their threads waits until `release`. `asked` says how much waits. */
export function holdEvaluations(): { asked: () => number; release: () => void } {
  const held: (() => void)[] = []
  const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...call) {
    held.push(() => ask(this, call))
  })
  const release = () => {
    spy.mockRestore()
    for (const askNow of held.splice(0)) askNow()
  }
  onTestFinished(release)
  return { asked: () => held.length, release }
}

/** Until the returned function is called, there is no time left to compute executions. */
export function leaveNoTime(): () => void {
  const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, task, ...rest) {
    ask(this, [isObject(task) && 'timeMs' in task ? { ...task, timeMs: -1 } : task, ...rest])
  })
  const restore = () => spy.mockRestore()
  onTestFinished(restore)
  return restore
}

const postMessage: unknown = Reflect.get(Worker.prototype, 'postMessage')

function ask(worker: Worker, call: readonly unknown[]): void {
  if (typeof postMessage === 'function') Reflect.apply(postMessage, worker, call)
}
