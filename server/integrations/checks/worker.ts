import { setTimeout as delay } from 'node:timers/promises'

/**
 * Claims jobs and runs up to `concurrency` of them at once, looks for more as soon as one is done, and every `pollMs`.
 * `claim` and `run` must not reject. `stop` aborts `signal` and waits for what runs.
 */
export function startWorker<Job>({
  concurrency,
  pollMs,
  claim,
  run,
}: WorkerOptions<Job>): () => Promise<void> {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const working = work()
  return async () => {
    stopping.abort()
    await working
    await Promise.all(running)
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const jobs = await claim(concurrency - running.size)
      for (const job of jobs) start(job)
      if (jobs.length === 0) await pause()
      else if (running.size === concurrency) await Promise.race(running)
    }
  }

  function start(job: Job): void {
    const done: Promise<void> = run(job, stopping.signal).finally(() => running.delete(done))
    running.add(done)
  }

  /** Until a job is done, since its host may have kept others waiting, or the time has come. */
  async function pause(): Promise<void> {
    const woken = new AbortController()
    const signal = AbortSignal.any([stopping.signal, woken.signal])
    const poll = delay(pollMs, undefined, { signal }).catch(() => {})
    await Promise.race([poll, ...running])
    woken.abort()
  }
}

export interface WorkerOptions<Job> {
  concurrency: number
  pollMs: number
  claim: (count: number) => Promise<Job[]>
  run: (job: Job, signal: AbortSignal) => Promise<void>
}
