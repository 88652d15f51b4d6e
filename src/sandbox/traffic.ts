import type { IncomingHttpHeaders } from 'node:http';

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
  /** Without those that hold tokens. */
  readonly headers: Readonly<Record<string, string>>;
  /** Read as JSON where it is JSON; of a button, the parameters before they were encrypted. */
  readonly body: unknown;
  /** Undefined while the call runs, and where it got no answer. */
  status: number | undefined;
  /** Read as JSON where it is JSON. */
  answer: unknown;
}

export type CallKind = 'token' | 'taskHandle' | 'messageSend' | 'button' | 'taskStatus' | 'other';

export interface Traffic {
  readonly entries: readonly TrafficEntry[];
  /** Notes a call as it begins; its status and answer are filled in when it ends. */
  begin(entry: Omit<TrafficEntry, 'seq' | 'at' | 'status' | 'answer'>): TrafficEntry;
}

const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'x-id-token', 'cookie']);

export function createTraffic(now: () => number): Traffic {
  const entries: TrafficEntry[] = [];
  return {
    entries,
    begin(started) {
      const entry = { ...started, seq: entries.length + 1, at: now(), status: undefined, answer: undefined };
      entries.push(entry);
      return entry;
    },
  };
}

/** The headers of a call that may be kept. */
export function publicHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !SECRET_HEADERS.has(name.toLowerCase()));
  return Object.fromEntries(kept.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : `${value}`]));
}
