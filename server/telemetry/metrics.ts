import { ValueType, type Attributes, type HrTime } from '@opentelemetry/api'
import { millisToHrTime, type InstrumentationScope } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'

export interface MetricSource {
  /** Reads the metrics of `/metrics`: what is counted once is told twice. */
  read: () => Promise<readonly ReadMetric[]>
  /** The paths of the operations by their ids, as in the contract. */
  routes: ReadonlyMap<string, string>
}

/** A metric as prom-client gives it. */
export interface ReadMetric {
  name: string
  values: readonly ReadValue[]
}

interface ReadValue {
  value: number
  labels: Labels
  /** Tells the values of a histogram apart. */
  metricName?: string
}

type Labels = Partial<Record<string, string | number>>

/** The metrics that matter, by the names of OpenTelemetry's semantic conventions. */
const exported: Readonly<Record<string, Exported>> = {
  http_request_duration_seconds: {
    type: 'histogram',
    name: 'http.server.request.duration',
    unit: 's',
    attributes: describeRequests,
  },
  integration_checks_total: {
    type: 'counter',
    name: 'instance_admin.integration.checks',
    unit: '{check}',
    attributes: ({ outcome = '' }) => ({ 'instance_admin.outcome': outcome }),
  },
  database_pool_used: poolCount('used'),
  database_pool_free: poolCount('idle'),
  database_pool_waiting: {
    type: 'sum',
    name: 'db.client.connection.pending_requests',
    unit: '{request}',
    attributes: () => pool,
  },
  nodejs_eventloop_lag_p50_seconds: loopDelay('p50'),
  nodejs_eventloop_lag_p90_seconds: loopDelay('p90'),
  nodejs_eventloop_lag_p99_seconds: loopDelay('p99'),
  nodejs_eventloop_lag_max_seconds: loopDelay('max'),
  process_cpu_user_seconds_total: cpuTime('user'),
  process_cpu_system_seconds_total: cpuTime('system'),
  process_resident_memory_bytes: { type: 'sum', name: 'process.memory.usage', unit: 'By' },
}

/** Hands the metrics to the SDK's reader. */
export function createProducer(
  { read, routes }: MetricSource,
  scope: InstrumentationScope,
  resource: Resource,
): MetricProducer {
  const startTime = millisToHrTime(Date.now())
  return {
    async collect() {
      const times = { startTime, endTime: millisToHrTime(Date.now()) }
      const found = (await read()).flatMap((metric) => {
        const to = exported[metric.name]
        return to ? [toMetricData(metric, to, routes, times)] : []
      })
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics: joined(found) }] }, errors: [] }
    },
  }
}

function toMetricData(
  { values }: ReadMetric,
  to: Exported,
  routes: MetricSource['routes'],
  times: Times,
): MetricData {
  const common = {
    descriptor: { name: to.name, description: '', unit: to.unit, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const describe = (labels: Labels) => to.attributes?.(labels, routes) ?? {}
  if (to.type === 'histogram')
    return {
      ...common,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: toHistograms(values, describe, times),
    }
  const dataPoints = values.map(({ value, labels }) => ({ ...times, attributes: describe(labels), value }))
  if (to.type === 'gauge') return { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
  return { ...common, dataPointType: DataPointType.SUM, dataPoints, isMonotonic: to.type === 'counter' }
}

/** prom-client's buckets count all values up to their bound, those of OpenTelemetry only the values between two bounds. */
function toHistograms(
  values: readonly ReadValue[],
  describe: (labels: Labels) => Attributes,
  times: Times,
): DataPoint<Histogram>[] {
  const series = Map.groupBy(values, ({ labels: { le: _bound, ...labels } }) => JSON.stringify(labels))
  return [...series.values()].map((found) => {
    const upTo = found.filter(({ labels }) => labels['le'] !== undefined)
    const valueOf = (suffix: string) =>
      found.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0
    return {
      ...times,
      attributes: describe(found[0]?.labels ?? {}),
      value: {
        buckets: {
          boundaries: upTo.map(({ labels }) => Number(labels['le'])).filter(Number.isFinite),
          counts: upTo.map(({ value }, at) => value - (upTo[at - 1]?.value ?? 0)),
        },
        sum: valueOf('_sum'),
        count: valueOf('_count'),
      },
    }
  })
}

/** One metric of each name, with the points of all that have the name. */
function joined(metrics: readonly MetricData[]): MetricData[] {
  const byName = new Map<string, MetricData>()
  for (const metric of metrics) {
    const first = byName.get(metric.descriptor.name)
    if (first?.dataPointType === DataPointType.SUM && metric.dataPointType === DataPointType.SUM)
      first.dataPoints.push(...metric.dataPoints)
    else byName.set(metric.descriptor.name, metric)
  }
  return [...byName.values()]
}

function describeRequests(
  { operation = 'none', method = '', status = 0 }: Labels,
  routes: MetricSource['routes'],
): Attributes {
  const route = routes.get(String(operation))
  return {
    'http.request.method': method === 'other' ? '_OTHER' : method,
    'http.response.status_code': Number(status),
    'url.scheme': 'http',
    'instance_admin.operation': operation,
    ...(route !== undefined && { 'http.route': route }),
    ...(Number(status) >= 500 && { 'error.type': String(status) }),
  }
}

function poolCount(state: 'used' | 'idle'): Exported {
  const attributes = () => ({ ...pool, 'db.client.connection.state': state })
  return { type: 'sum', name: 'db.client.connection.count', unit: '{connection}', attributes }
}

function loopDelay(part: string): Exported {
  return { type: 'gauge', name: `nodejs.eventloop.delay.${part}`, unit: 's' }
}

function cpuTime(mode: string): Exported {
  return { type: 'counter', name: 'process.cpu.time', unit: 's', attributes: () => ({ 'cpu.mode': mode }) }
}

const pool = { 'db.client.connection.pool.name': 'service' }

interface Exported {
  /** A `sum` may fall, a `counter` only grows. */
  type: 'histogram' | 'counter' | 'sum' | 'gauge'
  name: string
  unit: string
  attributes?: (labels: Labels, routes: MetricSource['routes']) => Attributes
}

interface Times {
  startTime: HrTime
  endTime: HrTime
}
