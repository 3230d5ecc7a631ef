import type { Logger } from 'pino'
import type { MetricSource } from './metrics.ts'
import type { Span, SpanFacts, TraceHeaders } from './span.ts'

/** What the service sends to a collector of OpenTelemetry. */
export interface Telemetry {
  /** Opens a span in the caller's trace. Without one, or with headers that are malformed, it begins a trace. */
  openSpan(facts: SpanFacts, caller: TraceHeaders): Span
  /** Sends metrics every minute, and at the end. */
  exportMetrics(source: MetricSource): void
  /** Sends what is left. Takes at most two seconds, whatever the collector does. */
  stop(): Promise<void>
}

/** Null without an endpoint: then nothing of OpenTelemetry is loaded. */
export async function openTelemetry(
  { otelExporterOtlpEndpoint: endpoint, ...options }: TelemetryConfig,
  log: Logger,
): Promise<Telemetry | null> {
  if (endpoint === undefined) return null
  const { startSdk } = await import('./sdk.ts')
  return startSdk({
    endpoint,
    headers: options.otelExporterOtlpHeaders,
    sampler: options.otelTracesSampler,
    samplerArg: options.otelTracesSamplerArg,
    log,
  })
}

/** The standard names of the samplers: `parentbased_` lets the caller's trace decide. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export interface TelemetryConfig {
  otelExporterOtlpEndpoint: string | undefined
  otelExporterOtlpHeaders: Record<string, string>
  otelTracesSampler: (typeof samplers)[number]
  otelTracesSamplerArg: number
}
