import { setTimeout as sleep } from 'node:timers/promises'
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { cut } from '../../contract/rules/text.ts'
import { watchOutage } from '../lib/outage.ts'
import { errorType } from './error-type.ts'
import type { Sampler as SamplerName } from './samplers.ts'
import type { Span, SpanFacts, Telemetry, TraceHeaders } from './span.ts'

/**
 * Starts OpenTelemetry's SDK without its globals. `endpoint` is the base URL of the collector, without `/v1/traces`. Spans
 * wait in a queue of 2,048, and are dropped beyond; a collector that is away costs nothing else.
 */
export function startSdk(endpoint: string, config: TelemetryConfig, log: Logger): Telemetry {
  const resource = describeService()
  const traces = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: config.otelExporterOtlpHeaders })
  const tracerProvider = new TracerProvider({
    resource,
    sampler: chooseSampler(config.otelTracesSampler, config.otelTracesSamplerArg),
    spanProcessors: [new BatchSpanProcessor({ exporter: watched(traces, log) })],
  })
  const tracer = tracerProvider.getTracer(scope)

  function open({ name, kind, attributes = {} }: SpanFacts, around: Context): Span {
    const options = { kind: kind ? kinds[kind] : SpanKind.INTERNAL, attributes }
    const span = tracer.startSpan(name, options, around)
    const context = trace.setSpan(around, span)
    return {
      traceId: span.spanContext().traceId,
      child: (facts) => open(facts, context),
      headers() {
        const carrier: TraceHeaders = {}
        propagator.inject(context, carrier, defaultTextMapSetter)
        return carrier
      },
      end({ name, attributes = {} } = {}) {
        if (name !== undefined) span.updateName(name)
        span.setAttributes(attributes)
        if ('error.type' in attributes) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  return {
    openSpan: (facts, caller) => open(facts, propagator.extract(ROOT_CONTEXT, caller, defaultTextMapGetter)),
    async stop() {
      const sent = tracerProvider.shutdown().catch(() => {})
      await Promise.race([sent, sleep(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` come before what the service says of itself. */
function describeService() {
  const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector]
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': scope }))
    .merge(detectResources({ detectors }))
}

function chooseSampler(name: SamplerName, ratio: number): Sampler {
  const on = new AlwaysOnSampler()
  const off = new AlwaysOffSampler()
  const share = new TraceIdRatioBasedSampler(ratio)
  const byName: Record<SamplerName, Sampler> = {
    always_on: on,
    always_off: off,
    traceidratio: share,
    parentbased_always_on: new ParentBasedSampler({ root: on }),
    parentbased_always_off: new ParentBasedSampler({ root: off }),
    parentbased_traceidratio: new ParentBasedSampler({ root: share }),
  }
  return byName[name]
}

/** The exporter, which tells the log of an outage of its collector, too. */
function watched(exporter: OTLPTraceExporter, log: Logger): OTLPTraceExporter {
  const outage = watchOutage(log, {
    begins: 'the collector takes no traces: they are dropped',
    ends: 'the collector takes traces again',
  })
  const send = exporter.export.bind(exporter)
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.code === ExportResultCode.SUCCESS) outage.worked()
      else outage.failed({ reason: reasonOf(result.error) })
      done(result)
    })
  return exporter
}

/** The status of the answer, or the code of the failure, or what the SDK says, as of an answer that did not come in time. */
function reasonOf(failure: Error | undefined): string | number {
  if (failure === undefined) return 'unknown'
  if ('code' in failure && typeof failure.code === 'number') return failure.code
  const type = errorType(failure)
  return type === 'Error' ? cut(failure.message, 200) : type
}

const propagator = new W3CTraceContextPropagator()

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

const scope = 'instance-administration'

const stopTimeoutMs = 2000

export interface TelemetryConfig {
  otelExporterOtlpHeaders: Record<string, string>
  otelTracesSampler: SamplerName
  /** The part of the traces that a `traceidratio` keeps, 0 to 1. */
  otelTracesSamplerArg: number
}
