import { setTimeout } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { measureOldestSync } from '../db/account-syncs.ts'
import { measureOldestDelivery } from '../db/webhook-deliveries.ts'
import { countConnections } from '../db/connection/pool.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Outcome } from '../../contract/integration-types.ts'
import type { TraceMetrics } from '../ledger/traces/complete.ts'
import type { DeliveryMetrics } from '../webhooks/deliveries.ts'

export interface Metrics extends DeliveryMetrics, TraceMetrics {
  observeRequest(request: { operationId: string | undefined; method: string; status: number; seconds: number }): void
  countCheck(outcome: Outcome): void
  render(): Promise<string>
  contentType: string
}

/**
 * Prometheus metrics of this process: requests by operation and status, background checks, deliveries to webhooks, the
 * connection pool, accounts and deliveries that wait, Node's own.
 */
export function createMetrics(db: Database): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const countOutcomes = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['outcome'], registers: [registry] })
  const checks = countOutcomes('integration_checks_total', 'Background checks of integrations by outcome.')
  const deliveries = countOutcomes('webhook_deliveries_total', 'Attempts to send events to webhooks by outcome.')
  const spans = countOutcomes('trace_spans_total', 'Spans that exporters sent by outcome.')
  const traces = countOutcomes('traces_total', 'Traces that named an execution and ended, by outcome.')
  const addGauge = (name: string, help: string, measure: () => number | Promise<number>) => {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        this.set(await measure())
      },
    })
    registry.registerMetric(gauge)
  }
  for (const state of poolStates)
    addGauge(`database_pool_${state}`, `Connections of the pool: ${state}.`, () => countConnections(db)[state])
  addGauge(
    'account_changes_oldest_seconds',
    'For how long the oldest change of an account waits for the identity provider; 0: none waits.',
    withinSecond(() => measureOldestSync(db)),
  )
  addGauge(
    'webhook_deliveries_oldest_seconds',
    'For how long the oldest delivery to a webhook waits; 0: none waits.',
    withinSecond(() => measureOldestDelivery(db)),
  )
  return {
    observeRequest: ({ operationId = 'none', method, status, seconds }) =>
      requests.observe({ operation: operationId, method: knownMethod(method), status }, seconds),
    countCheck: (outcome) => checks.inc({ outcome }),
    countDelivery: (outcome) => deliveries.inc({ outcome }),
    countSpans: (outcome, count) => spans.inc({ outcome }, count),
    countTraces: (outcome, count) => traces.inc({ outcome }, count),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** NaN while the database does not answer, so that the other metrics do not wait for it. It is asked once at a time. */
function withinSecond(measure: () => Promise<number>): () => Promise<number> {
  let asked: Promise<number> | null = null
  return () => {
    asked ??= measure()
      .catch(() => NaN)
      .finally(() => (asked = null))
    return Promise.race([asked, setTimeout(1000, NaN, { ref: false })])
  }
}

/** A request may name any method; there must not be a series, or a span, of each. */
export function knownMethod(method: string): string {
  return knownMethods.has(method) ? method : 'other'
}

const knownMethods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'])

const poolStates = ['used', 'free', 'waiting'] as const
