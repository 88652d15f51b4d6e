import type { FaultName } from '../faults/known-faults.ts';

/** One call to or from the sandbox. Holds no token and no client secret; bodies are decoded and decrypted. */
export interface TrafficEntry {
  /** Order in which the calls arrived or were sent, from 1. */
  readonly seq: number;
  /** By the center's clock, epoch milliseconds. */
  readonly at: number;
  /** `in`: a business system called the center; `out`: the center called a business system. */
  readonly direction: 'in' | 'out';
  /** Which endpoint or callback it was. */
  readonly call: CallKind;
  /** Upper case. */
  readonly method: string;
  /** With the query of a GET callback; the whole url where the center calls out. */
  readonly path: string;
  /** Without those that hold tokens; of Authorization, which of the tokens it was: `<token 3>`. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as its value, a form as an object, else text; of a button, the parameters before they were encrypted. */
  readonly body: unknown;
  /** Absent where the body is JSON, and where there is none. */
  readonly bodyForm?: 'form' | 'text';
  /** Of a button that the center offered: its task. */
  readonly taskId?: string;
  /** The fault that struck this call; absent: none. */
  fault?: FaultName;
  /** What that fault was to do, where it has options. */
  faultOptions?: Readonly<Record<string, unknown>>;
  /** HTTP status; undefined while the call runs, and where it got no answer. */
  status: number | undefined;
  /**
   * Of a call of the center that got no answer: why. Of a call to the center: that its caller went away in the middle of
   * its body, so that nothing was done; `body` is then what came of it, as text.
   */
  failure?: string;
  /** What was answered, as JSON where it is JSON; undefined where nothing arrived at the other side. */
  answer: unknown;
  /** When it was answered or given up, as `at`; undefined while it runs. */
  endedAt: number | undefined;
  /** Its place among the calls that have ended, from 1: the order in which they had their effects in the center. */
  ended: number | undefined;
}

export const CALL_KINDS = ['token', 'taskHandle', 'messageSend', 'button', 'taskStatus', 'other'] as const;
/** What a call is about. */
export type CallKind = (typeof CALL_KINDS)[number];

/** How a call begins. */
export type BegunCall = Pick<
  TrafficEntry,
  'direction' | 'call' | 'method' | 'path' | 'headers' | 'body' | 'bodyForm' | 'taskId'
>;

export interface Traffic {
  readonly entries: readonly TrafficEntry[];
  /** Notes a call as it begins. */
  begin(call: BegunCall): TrafficEntry;
  /** Notes what a call came to; without a status, that no answer arrived. */
  end(entry: TrafficEntry, status?: number, answer?: unknown): void;
}

export interface TrafficOptions {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** So many entries are kept, the latest. */
  readonly limit: number;
  /** Called as a call begins. */
  readonly onBegin: () => void;
  /** Called with each entry as it ends. */
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
