import { BridgeError } from '../errors.ts';
import type { CounterName, HistogramName, MetricAttributes, ObservedName } from './metrics.ts';
import type { SpanAttributes, SpanName } from './spans.ts';

/** A span while its work runs. */
export interface OpenSpan<Name extends SpanName> {
  set(attributes: SpanAttributes<Name>): void;
  /** Marks it as failed although its work does not reject. */
  failed(errorType: string): void;
}

/** What has queued the work of a span. */
export interface Origin {
  /** As it was stored with the work; null: it was queued without telemetry. */
  readonly traceparent: string | null;
  readonly attributes?: { readonly instanceId: string; readonly seq: number };
}

export interface SpanStart<Name extends SpanName> {
  readonly attributes?: SpanAttributes<Name>;
  /** The span begins a trace, and is linked to these. Default: it belongs to the active span. */
  readonly origins?: readonly Origin[];
  /** Headers of the call that the span answers; their trace is continued unless a span is active. */
  readonly headers?: Headers;
}

export type Observe = <Name extends ObservedName>(
  name: Name,
  value: number,
  attributes: MetricAttributes<Name>,
) => void;

/** Spans and metrics; without the option `telemetry`, none. Nothing here ever throws or rejects by itself. */
export interface Telemetry {
  /** Runs work in a span. If it rejects, the span has the code of the error, never its message. */
  inSpan<Name extends SpanName, Result>(
    name: Name,
    start: SpanStart<Name>,
    work: (span: OpenSpan<Name>) => Promise<Result>,
  ): Promise<Result>;
  /** The active span in the form of W3C Trace Context, to be stored with work that is done later; null: none. */
  traceparent(): string | null;
  count<Name extends CounterName>(name: Name, attributes: MetricAttributes<Name>): void;
  record<Name extends HistogramName>(name: Name, value: number, attributes: MetricAttributes<Name>): void;
  /** @param read called whenever the metrics are collected, until `close`; if it rejects, the values are missing */
  observe(read: (observe: Observe) => Promise<void>): void;
  close(): void;
}

const NO_SPAN: OpenSpan<SpanName> = { set: () => undefined, failed: () => undefined };

export const NO_TELEMETRY: Telemetry = {
  inSpan: (_name, _start, work) => work(NO_SPAN),
  traceparent: () => null,
  count: () => undefined,
  record: () => undefined,
  observe: () => undefined,
  close: () => undefined,
};

/** Seconds since a time of `performance.now()`. */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}

/** What an error is called in `error.type`. The message and the code of an error that is not ours may quote anything. */
export function errorTypeOf(error: unknown): string {
  if (error instanceof BridgeError) return error.code;
  return error instanceof Error ? error.name : '_OTHER';
}

/** How a call of the center ended, as far as telemetry says it. */
interface CallOutcome {
  readonly kind: string;
  /** Of a call that failed: the center answered, and refused it. */
  readonly isRefusal?: true;
}

/** Makes a call of the center, and records how long it took and how it failed. */
export async function watchCall<Outcome extends CallOutcome>(
  telemetry: Telemetry,
  kind: 'report' | 'message',
  span: OpenSpan<'bpmn_bridge.report' | 'bpmn_bridge.message'>,
  call: () => Promise<Outcome>,
): Promise<Outcome> {
  const startedAt = performance.now();
  const outcome = await call();
  const errorType = outcome.kind !== 'failed' ? undefined : outcome.isRefusal === true ? 'refused' : 'no_answer';
  const attributes = { 'bpmn_bridge.delivery.kind': kind, 'error.type': errorType };
  telemetry.record('bpmn_bridge.delivery.call.duration', secondsSince(startedAt), attributes);
  if (errorType !== undefined) span.failed(errorType);
  return outcome;
}
