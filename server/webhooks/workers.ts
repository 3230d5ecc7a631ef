import type { Job } from 'pg-boss'
import { runJob, type Jobs } from '../db/connection/jobs.ts'
import type { DeliveryKey } from '../db/webhook-deliveries.ts'
import { repeat, watchOutage } from '../lib/outage.ts'
import type { TraceHeaders } from '../telemetry/span.ts'

/**
 * Does the jobs of a queue side by side: `places` at most on this server. A webhook that has `perWebhook` of them gets no more.
 * It fetches them twice a second, and when the function that it returns is called. boss.work() would ask the database for each
 * place by itself, and its limit of a group counts the jobs of killed servers.
 */
export function startWorkers(
  jobs: Jobs,
  { queue, places, perWebhook }: { queue: string; places: number; perWebhook: number },
  run: (data: DeliveryJob, signal: AbortSignal) => Promise<void>,
): () => void {
  const { boss, log, pace, stopping } = jobs
  const running = new Map<Promise<void>, string>()
  const done: string[] = []
  let fetching: Promise<void> | null = null
  let mayBeMore = false

  const doJob = async (job: Job<DeliveryJob>) => {
    try {
      await runJob(jobs, { ...job, signal: stopping }, (signal) => run(job.data, signal))
      done.push(job.id)
    } catch (error) {
      if (!stopping.aborted) log.error({ err: error, queue }, 'a job broke off; it is done again')
      // What cannot even be said to have failed is done again after its time.
      await boss.fail(queue, job.id).catch(() => {})
    }
  }
  const fetchJobs = async () => {
    do {
      mayBeMore = false
      if (done.length > 0) await boss.complete(queue, done.splice(0))
      const free = places - running.size
      if (free === 0 || stopping.aborted) return
      const byWebhook = Map.groupBy(running.values(), (webhookId) => webhookId)
      const ignoreGroups = [...byWebhook].flatMap(([id, { length }]) => (length < perWebhook ? [] : [id]))
      // No more than a webhook may have, as all may be of one.
      const batchSize = Math.min(free, perWebhook)
      for (const job of await boss.fetch<DeliveryJob>(queue, { batchSize, ignoreGroups })) {
        mayBeMore = true
        const work = doJob(job).finally(() => {
          running.delete(work)
          fetchSoon()
        })
        running.set(work, job.data.webhookId)
      }
    } while (mayBeMore)
  }
  const fetchOnce = () => (fetching ??= fetchJobs().finally(() => (fetching = null)))
  const fetchSoon = () => {
    mayBeMore = true
    void fetchOnce().catch(() => {})
  }

  const outage = watchOutage(log, { begins: `jobs of ${queue} wait`, ends: `jobs of ${queue} are done again` })
  void repeat(fetchOnce, pace.pollSeconds * 500, outage, stopping)
  jobs.drains.push(async () => {
    await fetching?.catch(() => {})
    await Promise.all(running.keys())
    await fetchOnce().catch(() => {})
  })
  return fetchSoon
}

export interface DeliveryJob extends DeliveryKey {
  /** How often it was sent since it was queued. A job whose delivery says otherwise is a repeated one. */
  tries: number
  trace?: TraceHeaders | undefined
}
