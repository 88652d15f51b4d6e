import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type Agent, request } from 'undici';
import { type LiveFaults, noteStrike, type Strike } from '../faults/create-faults.ts';
import type { Moments } from '../faults/moments.ts';
import { publicHeaders } from '../record/recorded-call.ts';
import type { Switches } from '../setup/switches.ts';
import type { CallKind, Traffic } from './traffic.ts';

/** One call to a business system. */
export interface OutgoingCall {
  readonly call: CallKind;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body: text is sent as it is, anything else as JSON; undefined sends none. */
  readonly body: unknown;
  /** The same, unencrypted, for the traffic. */
  readonly recordedBody: unknown;
  /** The task of the button, when the center offered the button. */
  readonly taskId?: string;
  /** The fault that strikes the call. */
  readonly strike?: Strike | undefined;
}

/** The outcome of a call. The spec does not define failed callbacks: they have no answer and are not repeated. */
export interface CallOutcome {
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** The answer, parsed when it is JSON. */
  readonly body: unknown;
  /** Why there was no answer. */
  readonly failure?: string;
}

export interface Line {
  readonly traffic: Traffic;
  readonly agent: Agent;
  readonly timeoutMs: number;
  readonly faults: LiveFaults;
  readonly moments: Moments;
}

/** Makes one call and applies its fault; of a duplicated call, returns the outcome of the first. */
export async function callOut(line: Line, call: OutgoingCall): Promise<CallOutcome> {
  const { strike } = call;
  switch (strike?.fault) {
    case 'reordered': {
      const isLater = countEnded(line, call.call);
      await line.moments.until(isLater, strike.ms);
      return send(line, call);
    }
    case 'duplicate': {
      const first = send(line, call);
      if (!strike.together) await first;
      const [outcome] = await Promise.all([first, send(line, call)]);
      return outcome;
    }
    default:
      return send(line, call);
  }
}

/** Whether a call of this kind has ended since this function was called. */
function countEnded({ traffic }: Line, kind: CallKind): () => boolean {
  const last = traffic.entries.at(-1)?.seq ?? 0;
  return () => traffic.entries.some(({ call, seq, ended }) => seq > last && call === kind && ended !== undefined);
}

async function send(line: Line, call: OutgoingCall): Promise<CallOutcome> {
  const { traffic } = line;
  const { method, url, headers, strike, taskId } = call;
  const entry = traffic.begin({
    direction: 'out',
    call: call.call,
    method,
    path: url,
    headers: publicHeaders(headers),
    body: call.recordedBody,
    ...(taskId === undefined ? {} : { taskId }),
  });
  noteStrike(entry, strike);
  // Its time counts, as it does for calls that come in.
  if (strike?.fault === 'latency') await line.moments.until(() => false, strike.ms);
  try {
    const outcome = await exchange(line, call);
    traffic.end(entry, outcome.status, outcome.body);
    return outcome;
  } catch (error) {
    const failure = describeFailure(error);
    entry.failure = failure;
    traffic.end(entry);
    return { status: undefined, body: undefined, failure };
  }
}

/** With a host that has several addresses the message is empty, and the code says why none was reached. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message !== '' || !('code' in error) ? error.message : String(error.code);
}

/** @throws {Error} when there is no answer */
async function exchange({ agent, timeoutMs }: Line, call: OutgoingCall): Promise<CallOutcome> {
  const fault = call.strike?.fault;
  if (fault === 'lost') throw new Error('the call was lost before it arrived');
  if (!URL.canParse(call.url)) throw new Error('its url is no complete address, with http:// or https:// and a host');
  const text = textOf(call.body);
  // A GET without a body is complete once its headers are sent: breaking it off earlier would mean not sending it.
  if (fault === 'reset-before' && text === null) throw new Error('the connection broke before the call was complete');
  const response = await request(call.url, {
    dispatcher: agent,
    method: call.method,
    headers: fault === 'reset-before' && text !== null ? announce(call.headers, text) : call.headers,
    body: fault === 'reset-before' && text !== null ? breakOff(text) : text,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (fault === 'reset-after') {
    // The work is done when the answer begins to arrive; its content is not read.
    response.body.on('error', () => undefined).destroy();
    throw new Error('the connection broke before the answer was read');
  }
  const body = readAnswer(await response.body.text());
  return { status: response.statusCode, body };
}

function textOf(body: unknown): string | null {
  if (body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function announce(headers: OutgoingCall['headers'], text: string): OutgoingCall['headers'] {
  return { ...headers, 'content-length': String(Buffer.byteLength(text)) };
}

/** Sends half of a body, then breaks the connection. */
function breakOff(text: string): Readable {
  return Readable.from(
    (async function* () {
      yield text.slice(0, Math.floor(text.length / 2));
      await setImmediate();
      throw new Error('the connection broke before the call was complete');
    })(),
  );
}

/**
 * Whether a business system accepted a call: HTTP 2xx and, if the answer has a code, as all answers of the interface
 * do, code 0.
 */
export function isSuccess(outcome: CallOutcome): boolean {
  return whyUnanswered(outcome) === undefined && whyWrongCode(codeOf(outcome.body)) === undefined;
}

/** Whether a business system accepted a press; the spec shows no answer to a press. */
export function tookPress(outcome: CallOutcome, switches: Pick<Switches, 'buttonAnswer'>): boolean {
  return whyNotTaken(outcome, switches) === undefined;
}

/** Why a press was not accepted, as a sentence; undefined when it was. */
export function whyNotTaken(
  outcome: CallOutcome,
  { buttonAnswer }: Pick<Switches, 'buttonAnswer'>,
): string | undefined {
  const unanswered = whyUnanswered(outcome);
  if (unanswered !== undefined || buttonAnswer === 'any-2xx') return unanswered;
  const code = codeOf(outcome.body);
  if (code === undefined && buttonAnswer === 'code-0') return 'the answer has no code';
  return whyWrongCode(code);
}

function whyUnanswered({ status, failure }: CallOutcome): string | undefined {
  if (status === undefined) return failure ?? 'no answer came';
  return status >= 200 && status < 300 ? undefined : `HTTP ${status} is not 2xx`;
}

/** Undefined when the answer has none. */
function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
}

/** JSON shows the difference between `"0"` and `0`, which is easily missed. */
function whyWrongCode(code: unknown): string | undefined {
  return code === undefined || code === 0 ? undefined : `code is ${JSON.stringify(code)}, not the number 0`;
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
