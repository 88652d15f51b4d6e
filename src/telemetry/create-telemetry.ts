import {
  type Attributes,
  type BatchObservableCallback,
  type Context,
  context,
  type Link,
  metrics,
  type Observable,
  propagation,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { TelemetryOptions } from '../config/telemetry-options.ts';
import { METRICS, type MetricName } from './metrics.ts';
import { SPANS, type SpanName } from './spans.ts';
import type { Origin, SpanStart, Telemetry } from './telemetry.ts';

const SCOPE = 'bpmn-transaction-bridge';

type TracerProvider = Pick<typeof trace, 'getTracer'>;
type MeterProvider = Pick<typeof metrics, 'getMeter'>;

/**
 * Spans and metrics by the API of OpenTelemetry; the SDK is the host's. Imports nothing that others load: the build would
 * split their code into more files.
 * @param errorTypeOf what an error is called in `error.type`
 */
export function createTelemetry(
  { tracerProvider, meterProvider }: TelemetryOptions,
  errorTypeOf: (error: unknown) => string,
): Telemetry {
  const tracer = ((tracerProvider as TracerProvider | undefined) ?? trace).getTracer(SCOPE);
  const meter = ((meterProvider as MeterProvider | undefined) ?? metrics).getMeter(SCOPE);
  const instruments = createInstruments(meter);
  const closers: (() => void)[] = [];

  return {
    async inSpan(name, start, work) {
      const parent = parentOf(start);
      const options = {
        kind: kindOf(name, parent),
        attributes: known(start.attributes),
        links: start.origins?.flatMap(linkTo) ?? [],
      };
      return tracer.startActiveSpan(name, options, parent, async (span) => {
        try {
          return await work({
            set: (attributes) => void span.setAttributes(known(attributes)),
            failed: (type) => fail(span, type),
          });
        } catch (error) {
          fail(span, errorTypeOf(error));
          throw error;
        } finally {
          span.end();
        }
      });
    },
    traceparent() {
      const active = trace.getSpanContext(context.active());
      return active === undefined || !trace.isSpanContextValid(active) ? null : writeTraceparent(active);
    },
    count: (name, attributes) => instruments.counters[name]?.add(1, known(attributes)),
    record: (name, value, attributes) => instruments.histograms[name]?.record(value, known(attributes)),
    observe(read) {
      const observables = Object.values(instruments.observed);
      const callback: BatchObservableCallback = (result) =>
        read((name, value, attributes) => {
          const instrument = instruments.observed[name];
          if (instrument !== undefined) result.observe(instrument, value, known(attributes));
        }).catch(() => undefined);
      meter.addBatchObservableCallback(callback, observables);
      closers.push(() => meter.removeBatchObservableCallback(callback, observables));
    },
    close() {
      for (const closer of closers.splice(0)) closer();
    },
  };
}

function createInstruments(meter: ReturnType<MeterProvider['getMeter']>) {
  const counters: Partial<Record<MetricName, ReturnType<typeof meter.createCounter>>> = {};
  const histograms: Partial<Record<MetricName, ReturnType<typeof meter.createHistogram>>> = {};
  const observed: Partial<Record<MetricName, Observable>> = {};
  for (const [key, entry] of Object.entries(METRICS)) {
    const name = key as MetricName;
    const options = { unit: entry.unit, description: entry.meaning };
    switch (entry.type) {
      case 'counter':
        counters[name] = meter.createCounter(name, options);
        break;
      case 'histogram': {
        const advice = { explicitBucketBoundaries: [...entry.buckets] };
        histograms[name] = meter.createHistogram(name, { ...options, advice });
        break;
      }
      case 'gauge':
        observed[name] = meter.createObservableGauge(name, options);
        break;
      case 'up-down':
        observed[name] = meter.createObservableUpDownCounter(name, options);
        break;
    }
  }
  return { counters, histograms, observed };
}

function parentOf({ origins, headers }: Pick<SpanStart<SpanName>, 'origins' | 'headers'>): Context {
  if (origins !== undefined) return trace.deleteSpan(context.active());
  const active = context.active();
  if (headers === undefined || trace.getSpan(active) !== undefined) return active;
  return propagation.extract(active, headers, {
    get: (carrier, key) => carrier.get(key) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
}

function kindOf(name: SpanName, parent: Context): SpanKind {
  switch (SPANS[name].kind) {
    case 'server': {
      const isRemote = trace.getSpanContext(parent)?.isRemote ?? true;
      return isRemote ? SpanKind.SERVER : SpanKind.INTERNAL;
    }
    case 'client':
      return SpanKind.CLIENT;
    case 'consumer':
      return SpanKind.CONSUMER;
    case 'internal':
      return SpanKind.INTERNAL;
  }
}

/** The message of an error may quote what people wrote, so only its code is used. */
function fail(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function known(attributes: object = {}): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** https://www.w3.org/TR/trace-context/#traceparent-header, version 00. */
function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`;
}

function linkTo({ traceparent, attributes }: Origin): Link[] {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return [];
  const origin = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  if (!trace.isSpanContextValid(origin)) return [];
  const { instanceId, seq } = attributes ?? {};
  return [
    {
      context: origin,
      attributes: known({ 'bpmn_bridge.instance.id': instanceId, 'bpmn_bridge.report.seq': seq }),
    },
  ];
}
