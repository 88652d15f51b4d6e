import type { FaultName } from '../faults/known-faults.ts';

/** One call to or from the sandbox, decoded and decrypted. Contains no token and no client secret. */
export interface TrafficEntry {
  /** Position among the calls in the order in which they arrived or were sent, from 1. */
  readonly seq: number;
  /** When it started, in epoch milliseconds of the center's clock. */
  readonly at: number;
  /** `in`: a business system called the center; `out`: the center called a business system. */
  readonly direction: 'in' | 'out';
  /** Which endpoint or callback it is. */
  readonly call: CallKind;
  /** Upper case. */
  readonly method: string;
  /** With the query of a GET callback; the whole url when the center makes the call. */
  readonly path: string;
  /** Without headers that contain tokens; Authorization names the token by its number: `<token 3>`. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as its value, a form as an object, otherwise text; for a button, the parameters before encryption. */
  readonly body: unknown;
  /** Absent when the body is JSON or empty. */
  readonly bodyForm?: 'form' | 'text';
  /** The task of the button, when the center offered the button. */
  readonly taskId?: string;
  /** The fault that struck this call, if any. */
  fault?: FaultName;
  /** The options of that fault, if it has any. */
  faultOptions?: Readonly<Record<string, unknown>>;
  /** HTTP status; undefined while the call is in progress, and when it got no answer. */
  status: number | undefined;
  /**
   * For a call of the center without an answer: why. For a call to the center: the client disconnected in the middle of
   * the body, so that nothing was done; `body` is then the part that arrived, as text.
   */
  failure?: string;
  /** The answer, parsed when it is JSON; undefined when nothing arrived at the other side. */
  answer: unknown;
  /** When it was answered or given up, like `at`; undefined while it is in progress. */
  endedAt: number | undefined;
  /** Position among the calls that have ended, from 1: the order in which they took effect in the center. */
  ended: number | undefined;
}

export const CALL_KINDS = ['token', 'taskHandle', 'messageSend', 'button', 'taskStatus', 'other'] as const;
/** What a call is about. */
export type CallKind = (typeof CALL_KINDS)[number];

/** A call when it starts. */
export type BegunCall = Pick<
  TrafficEntry,
  'direction' | 'call' | 'method' | 'path' | 'headers' | 'body' | 'bodyForm' | 'taskId'
>;

export interface Traffic {
  readonly entries: readonly TrafficEntry[];
  /** Records a call when it starts. */
  begin(call: BegunCall): TrafficEntry;
  /** Records how a call ended; without a status, no answer arrived. */
  end(entry: TrafficEntry, status?: number, answer?: unknown): void;
}

export interface TrafficOptions {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Number of entries to keep; older ones are dropped. */
  readonly limit: number;
  /** Called when a call starts. */
  readonly onBegin: () => void;
  /** Called with each entry when its call ends. */
  readonly onEnd: (entry: TrafficEntry) => void;
}

export function createTraffic({ now, limit, onBegin, onEnd }: TrafficOptions): Traffic {
  const entries: TrafficEntry[] = [];
  let begun = 0;
  let ended = 0;
  return {
    entries,
    begin(call) {
      begun += 1;
      const running = { status: undefined, answer: undefined, endedAt: undefined, ended: undefined };
      const entry: TrafficEntry = { seq: begun, at: now(), ...call, ...running };
      entries.push(entry);
      if (entries.length > limit) entries.shift();
      onBegin();
      return entry;
    },
    end(entry, status, answer) {
      ended += 1;
      Object.assign(entry, { status, answer, endedAt: now(), ended });
      onEnd(entry);
    },
  };
}
