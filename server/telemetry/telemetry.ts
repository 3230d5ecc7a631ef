import type { Logger } from 'pino'
import type { Sampler } from './samplers.ts'
import type { Telemetry } from './span.ts'

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

export interface TelemetryConfig {
  otelExporterOtlpEndpoint: string | undefined
  otelExporterOtlpHeaders: Record<string, string>
  otelTracesSampler: Sampler
  otelTracesSamplerArg: number
}
