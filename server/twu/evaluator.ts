import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { ComparedVersion } from '../../contract/rules/twu/compare.ts'
import type { Computed, Definition } from '../../contract/rules/twu/evaluate.ts'
import type { TwuComparison, TwuReport, WorkOperation } from '../../spec/gen/openapi.gen.ts'
import type { Evaluated } from './evaluate-body.ts'

/** Evaluates models in threads of their own, so that no other request waits. Null when that takes too long. */
export interface Evaluator {
  /** How long a request may wait for its thread and its results, in milliseconds. */
  limitMs: number
  /** Answers a request to `evaluateTwuModel`. Its body is handed over: the caller has it no more. */
  evaluate(chunks: readonly Uint8Array[], stored: Definition | null): Promise<Evaluated | null>
  /** What a draft lacks, and what its cases say. */
  report(draft: Definition): Promise<TwuReport | null>
  compare(one: ComparedVersion, other: ComparedVersion): Promise<TwuComparison | null>
  /** Computes executions in their order, as many as there is time for. */
  compute(
    definitions: readonly Definition[],
    executions: readonly Execution[],
    timeMs?: number,
  ): Promise<Computed[] | null>
}

/** Operations or their JSON, and the place of their model among the definitions. */
export interface Execution {
  model: number
  operations: readonly WorkOperation[] | string
}

export type EvaluationTask =
  /** Is answered once the thread runs, and has what the task after it needs. */
  | { load: 'thread' | 'validator' }
  | { chunks: readonly Uint8Array[]; stored: Definition | null }
  | { draft: Definition }
  | { versions: [ComparedVersion, ComparedVersion] }
  | { definitions: readonly Definition[]; executions: readonly Execution[]; timeMs: number }

export interface EvaluatorOptions {
  /** Default: one processor is left for all else. */
  threads?: number
  /** How many requests may wait for a thread. Default: 16. */
  mostWaiting?: number
  /** Default: 2000. */
  limitMs?: number
}

/** The threads start when they are needed. */
export function createEvaluator({
  threads = Math.min(2, Math.max(1, availableParallelism() - 1)),
  mostWaiting = 16,
  limitMs = 2000,
}: EvaluatorOptions = {}): Evaluator & { stop: () => Promise<void> } {
  const limit = pLimit(threads)
  const idle: Worker[] = []

  async function run<Result>(task: EvaluationTask): Promise<Result | null> {
    if (limit.pendingCount >= mostWaiting) return null
    const queuedAt = performance.now()
    return limit(async () => {
      const timeLeft = Math.floor(limitMs - (performance.now() - queuedAt))
      if (timeLeft < 0) return null
      const known = idle.pop()
      const worker = known ?? startWorker()
      // To load takes a busy machine seconds, which do not count.
      const load = 'chunks' in task ? 'validator' : 'thread'
      if (load === 'validator' || !known) await ask(worker, { load }, new AbortController().signal)
      const late = AbortSignal.timeout(timeLeft)
      try {
        const result = await ask<Result>(worker, task, late)
        idle.push(worker)
        return result
      } catch (error) {
        await worker.terminate()
        if (late.aborted) return null
        throw error
      }
    })
  }

  return {
    limitMs,
    evaluate: (chunks, stored) => run({ chunks, stored }),
    report: (draft) => run({ draft }),
    compare: (one, other) => run({ versions: [one, other] }),
    // One execution takes half a second at most, so the last one ends before the limit of the request.
    compute: (definitions, executions, timeMs = limitMs - 1000) => run({ definitions, executions, timeMs }),
    stop: () => Promise.all(idle.splice(0).map((worker) => worker.terminate())).then(() => undefined),
  }
}

async function ask<Result>(worker: Worker, task: EvaluationTask, late: AbortSignal): Promise<Result> {
  // First, because it throws what cannot be sent, and then the end of the time would reach no caller.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(task, 'chunks' in task ? task.chunks.flatMap(ownMemory) : [])
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  worker.once('message', resolve).once('error', reject)
  late.addEventListener('abort', () => reject(late.reason), { once: true })
  return promise.finally(() => worker.off('message', resolve).off('error', reject))
}

/** Moved and not copied: copies of large bodies would let the garbage collector halt the server. */
function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./evaluation-worker.ts', import.meta.url))
  worker.unref()
  // An error after the time is over, when no caller waits for an answer, would otherwise end the process.
  worker.on('error', () => {})
  return worker
}
