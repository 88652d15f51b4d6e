import { context, type Link, propagation, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  type DataPoint,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** A metric at one set of attributes: its value, or how often a histogram was recorded. */
export interface Measured {
  readonly value: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The SDK of OpenTelemetry, with exporters in memory. */
export interface CollectedTelemetry extends AsyncDisposable {
  /** Value of the option `telemetry`. */
  readonly option: { readonly tracerProvider: BasicTracerProvider; readonly meterProvider: MeterProvider };
  /** Spans that have ended, in the order of their ends. */
  spans(name?: string): readonly ReadableSpan[];
  /** Collects now. Every metric, by its name. */
  metrics(): Promise<ReadonlyMap<string, readonly Measured[]>>;
}

/** Registers what is global in OpenTelemetry, the context and the propagator, until it is disposed of. */
export function collectTelemetry(): CollectedTelemetry {
  const spanExporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spanExporter)] });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  // Collected by `forceFlush` alone.
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 2 ** 31 - 1 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    option: { tracerProvider, meterProvider },
    spans: (name) => spanExporter.getFinishedSpans().filter((span) => name === undefined || span.name === name),
    async metrics() {
      metricExporter.reset();
      await meterProvider.forceFlush();
      const [collected] = metricExporter.getMetrics();
      const all = collected?.scopeMetrics.flatMap(({ metrics }) => metrics) ?? [];
      return new Map(
        all.map(({ descriptor, dataPoints }) => [
          descriptor.name,
          dataPoints.map(({ value, attributes }: DataPoint<number | { readonly count: number }>) => ({
            value: typeof value === 'number' ? value : value.count,
            attributes,
          })),
        ]),
      );
    },
    async [Symbol.asyncDispose]() {
      context.disable();
      propagation.disable();
      await tracerProvider.shutdown();
      await meterProvider.shutdown();
    },
  };
}

/** The span of the same trace that a span is directly below of. */
export function parentOf(span: ReadableSpan, all: readonly ReadableSpan[]): string | undefined {
  return all.find((each) => each.spanContext().spanId === span.parentSpanContext?.spanId)?.name;
}

/** The span that a link leads to. */
export function targetOf({ context: { traceId, spanId } }: Link, all: readonly ReadableSpan[]): string | undefined {
  return all.find((each) => each.spanContext().spanId === spanId && each.spanContext().traceId === traceId)?.name;
}

export const isFailed = ({ status }: ReadableSpan) => status.code === SpanStatusCode.ERROR;
