import { type OpenSpan, secondsSince, type Telemetry } from './telemetry.ts';

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
