import type { Logger } from 'pino'
import type { TelemetryConfig } from './sdk.ts'
import type { Telemetry } from './span.ts'

/** Null without an endpoint: then nothing of OpenTelemetry is loaded. */
export async function openTelemetry(
  config: TelemetryConfig & { otelExporterOtlpEndpoint: string | undefined },
  log: Logger,
): Promise<Telemetry | null> {
  if (config.otelExporterOtlpEndpoint === undefined) return null
  const { startSdk } = await import('./sdk.ts')
  return startSdk(config.otelExporterOtlpEndpoint, config, log)
}
