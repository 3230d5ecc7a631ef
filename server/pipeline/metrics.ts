import { setTimeout } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { measureOldestSync } from '../db/account-syncs.ts'
import { measureOldestDelivery } from '../db/webhook-deliveries.ts'
import { countConnections } from '../db/connection/knex-client.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Outcome } from '../../contract/integration-types.ts'
import type { DeliveryMetrics } from '../webhooks/deliveries.ts'

export interface Metrics extends DeliveryMetrics {
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
  const checks = new Counter({
    name: 'integration_checks_total',
    help: 'Background checks of integrations by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const deliveries = new Counter({
    name: 'webhook_deliveries_total',
    help: 'Attempts to send events to webhooks by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const state of poolStates) {
    const gauge = new Gauge({
      name: `database_pool_${state}`,
      help: `Connections of the pool: ${state}.`,
      registers: [],
      collect() {
        this.set(countConnections(db)[state])
      },
    })
    registry.registerMetric(gauge)
  }
  const addAge = (name: string, help: string, measure: (db: Database) => Promise<number>) => {
    // NaN while the database does not answer, so that the other metrics do not wait for it. It is asked once at a time.
    let asked: Promise<number> | null = null
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        asked ??= measure(db)
          .catch(() => NaN)
          .finally(() => (asked = null))
        this.set(await Promise.race([asked, setTimeout(1000, NaN, { ref: false })]))
      },
    })
    registry.registerMetric(gauge)
  }
  addAge(
    'account_changes_oldest_seconds',
    'For how long the oldest change of an account waits for the identity provider; 0: none waits.',
    measureOldestSync,
  )
  addAge(
    'webhook_deliveries_oldest_seconds',
    'For how long the oldest delivery to a webhook waits; 0: none waits.',
    measureOldestDelivery,
  )
  return {
    observeRequest: ({ operationId = 'none', method, status, seconds }) =>
      requests.observe({ operation: operationId, method: knownMethod(method), status }, seconds),
    countCheck: (outcome) => checks.inc({ outcome }),
    countDelivery: (outcome) => deliveries.inc({ outcome }),
    render: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** A request may name any method; there must not be a series, or a span, of each. */
export function knownMethod(method: string): string {
  return knownMethods.has(method) ? method : 'other'
}

const knownMethods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'])

const poolStates = ['used', 'free', 'waiting'] as const
