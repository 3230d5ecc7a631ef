import { Agent, request } from 'node:http'
import type { Scenario } from './scenarios.ts'

/**
 * Measures the scenarios side by side: in every round each of them runs alone for a moment, one after the other, so
 * that whatever else the machine does meanwhile hits all alike. Throws on an answer of another status.
 */
export async function measure(
  scenarios: readonly Scenario[],
  { baseUrl, token, seconds, rounds, concurrency }: LoadOptions,
): Promise<Measured[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const send = (scenario: Scenario) => sendOnce(scenario, { agent, baseUrl, token })
  const measured = scenarios.map((scenario) => ({ scenario, latencies: new Array<number>(), busyMs: 0 }))
  // The first requests of everything compile: they count in no round.
  for (const { scenario } of measured) await runFor(WARM_UP_MS, concurrency, () => send(scenario))
  for (let round = 0; round < rounds; round += 1) {
    for (const one of measured) {
      const startedAt = performance.now()
      const latencies = await runFor((seconds * 1000) / rounds, concurrency, () => send(one.scenario))
      one.busyMs += performance.now() - startedAt
      one.latencies.push(...latencies)
    }
  }
  agent.destroy()
  return measured.map(({ scenario, latencies, busyMs }) => summarize(scenario, latencies, busyMs))
}

async function runFor(ms: number, concurrency: number, send: () => Promise<void>): Promise<number[]> {
  const endsAt = performance.now() + ms
  const latencies: number[] = []
  const runOne = async () => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now()
      await send()
      latencies.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runOne))
  return latencies
}

function sendOnce(
  { name, method, path, body, status }: Scenario,
  { agent, baseUrl, token }: { agent: Agent; baseUrl: string; token: string },
): Promise<void> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(payload && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }),
    }
    const sent = request(baseUrl + path, { method, agent, headers }, (response) => {
      response.resume()
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode === status) resolve()
        else reject(new Error(`${name} was answered ${response.statusCode} instead of ${status}.`))
      })
    })
    sent.once('error', reject)
    sent.end(payload)
  })
}

function summarize({ name }: Scenario, latencies: number[], busyMs: number): Measured {
  const sorted = latencies.toSorted((a, b) => a - b)
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN
  return {
    name,
    requestsPerSecond: (latencies.length / busyMs) * 1000,
    p50: quantile(0.5),
    p95: quantile(0.95),
  }
}

const WARM_UP_MS = 500

export interface LoadOptions {
  baseUrl: string
  token: string
  /** How long each scenario is measured. */
  seconds: number
  rounds: number
  /** Requests at a time. */
  concurrency: number
}

export interface Measured {
  name: string
  requestsPerSecond: number
  /** In milliseconds. */
  p50: number
  p95: number
}
