import { isDeepStrictEqual } from 'node:util';
import type { HttpAnswer } from '../http/http-route.ts';
import type { SandboxSetup } from '../setup/sandbox-setup.ts';
import { isObject } from '../tasks/check-fields.ts';
import type { RecordedCall } from './read-record.ts';
import { createReplayCenter } from './replay-center.ts';

/** Against which center a record is played. */
export interface ReplayOptions {
  /** What the center is that the calls are played against. Give that of the recorded one for the same answers. */
  readonly setup?: SandboxSetup;
  /** Whether every run of the record finds what the run before left, as with the option `data`. Default: false. */
  readonly keepsState?: boolean;
}

/** What a replay came to. */
export interface ReplayOutcome {
  /** Calls of the business system whose answers were compared, up to the first that differs. */
  readonly compared: number;
  /** Undefined: all answers were the same. */
  readonly difference: ReplayDifference | undefined;
}

/** A call that was answered otherwise than it stands in the record. */
export interface ReplayDifference {
  /** As it was recorded. */
  readonly call: RecordedCall;
  /** HTTP status now. */
  readonly status: number;
  /** The answer now. */
  readonly answer: unknown;
}

/**
 * Plays recorded calls against a fresh center, at the times of the record and with the faults of the record: those of
 * the business system are answered anew, and to its own calls the center gets the answers that it got. It opens no
 * socket, waits for nothing and ends at the first answer that differs, so that a run is a test. Not compared are `took`,
 * `timestamp`, ids that the center makes, and what did not arrive.
 * @param calls of `readRecord`, or `sandbox.traffic`; calls that have not ended are passed over
 * @throws {InputError} `ERR_CONFIG_INVALID`: the setup
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

/** A file has them in order, run by run; the traffic of a sandbox in the order in which they began. */
function inOrderOfEffects(calls: readonly RecordedCall[]): RecordedCall[] {
  const ended = calls.filter((call) => call.ended !== undefined);
  const isOneRun = ended.every(({ run }) => run === ended[0]?.run);
  return isOneRun ? ended.toSorted((a, b) => (a.ended ?? 0) - (b.ended ?? 0)) : ended;
}

/** Keys are other ones every time, and a body that was too large was not kept. */
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
