import { isDeepStrictEqual } from 'node:util';
import type { HttpAnswer } from '../http/http-route.ts';
import type { SandboxSetup } from '../setup/sandbox-setup.ts';
import { isObject } from '../tasks/check-fields.ts';
import type { RecordedCall } from './read-record.ts';
import { createReplayCenter } from './replay-center.ts';

/** Options of `replayRecord`. */
export interface ReplayOptions {
  /** The setup of the center that repeats the calls. For the same answers, give the setup of the recorded one. */
  readonly setup?: SandboxSetup;
  /** Whether each run of the record continues with the state of the one before, as with `data`. Default: false. */
  readonly keepsState?: boolean;
}

/** The result of a replay. */
export interface ReplayOutcome {
  /** Number of calls of the business system whose answers were compared, up to the first difference. */
  readonly compared: number;
  /** Undefined when all answers were the same. */
  readonly difference: ReplayDifference | undefined;
}

/** A call whose answer differs from the record. */
export interface ReplayDifference {
  /** As it was recorded. */
  readonly call: RecordedCall;
  /** The HTTP status of the replay. */
  readonly status: number;
  /** The answer of the replay. */
  readonly answer: unknown;
}

/**
 * Repeats recorded calls against a new center, at the times and with the faults of the record: calls of the business
 * system are answered anew, and the calls of the center get the answers that they got. It opens no socket, does not
 * wait and stops at the first answer that differs, so that it can be used in a test. `took`, `timestamp`, ids that the
 * center makes, and answers that did not arrive are not compared.
 * @param calls from `readRecord` or `sandbox.traffic`; calls that have not ended are skipped
 * @throws {InputError} `ERR_CONFIG_INVALID`: the setup is invalid
 */
export function replayRecord(calls: readonly RecordedCall[], options: ReplayOptions = {}): ReplayOutcome {
  const { setup = {}, keepsState = false } = options;
  let center = createReplayCenter(setup);
  let run: string | undefined;
  let compared = 0;
  for (const call of inOrderOfEffects(calls)) {
    if (call.run !== run && run !== undefined) {
      if (keepsState) center.restart();
      else center = createReplayCenter(setup);
    }
    run = call.run;
    const now = center.live(call);
    if (now === undefined || !isComparable(call)) continue;
    compared += 1;
    const answer = now.recordedBody ?? now.body;
    if (isSame(call, now.status, answer)) continue;
    return { compared, difference: { call, status: now.status, answer } };
  }
  return { compared, difference: undefined };
}

/** A file has the calls in this order, run by run; `sandbox.traffic` has them in the order in which they started. */
function inOrderOfEffects(calls: readonly RecordedCall[]): RecordedCall[] {
  const ended = calls.filter((call) => call.ended !== undefined);
  const isOneRun = ended.every(({ run }) => run === ended[0]?.run);
  return isOneRun ? ended.toSorted((a, b) => (a.ended ?? 0) - (b.ended ?? 0)) : ended;
}

/** Key sets differ every time, and a body that was too large was not kept. */
function isComparable({ status, call }: RecordedCall): boolean {
  return status !== undefined && status !== 413 && !(call === 'other' && status === 200);
}

function isSame(call: RecordedCall, status: HttpAnswer['status'], answer: unknown): boolean {
  return call.status === status && isDeepStrictEqual(comparable(call, call.answer), comparable(call, answer));
}

function comparable({ call, body }: RecordedCall, answer: unknown): unknown {
  const plain: unknown = answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));
  if (!isObject(plain)) return plain;
  const { took: _took, timestamp: _timestamp, ...rest } = plain;
  const isOurId = call === 'messageSend' && isObject(body) && !body.sendId;
  return isOurId && isObject(rest.data) ? { ...rest, data: { ...rest.data, sendId: '' } } : rest;
}
