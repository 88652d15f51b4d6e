/**
 * The center's record as its caller lived through it: on a busy machine the time of a call may be over before its answer
 * is read, or before the center takes it.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { TrafficEntry } from '../../../src/sandbox/index.ts';

/** Carries the number of a call, so that it stands in the record. */
const HEADER = 'x-call-number';

/** What undici tells of a request (its docs, Diagnostics Channel). */
interface ToldRequest {
  readonly origin?: string | URL;
  readonly path: string;
  /** That of a text is there as bytes. */
  readonly body: unknown;
  addHeader(name: string, value: string): unknown;
}

interface MadeCall {
  readonly path: string;
  readonly body: unknown;
  isHeard: boolean;
}

export interface HeardCalls extends Disposable {
  /**
   * The same record: calls with no answer where the bridge did not read the whole of it, and with those that the center
   * never took, in the order in which they were made. What the center asks stands behind them.
   */
  asLivedThrough(traffic: readonly TrafficEntry[]): TrafficEntry[];
}

/** Listens to all calls that this process makes to the center from now on. */
export function listenToCalls(baseUrl: string): HeardCalls {
  const { origin } = new URL(baseUrl);
  const calls = new Map<object, MadeCall>();
  const onCreate = (told: unknown) => {
    const { request } = told as { readonly request: ToldRequest };
    if (String(request.origin) !== origin) return;
    request.addHeader(HEADER, `${calls.size}`);
    calls.set(request, { path: request.path, body: request.body, isHeard: false });
  };
  const onEnd = (told: unknown) => {
    const call = calls.get((told as { readonly request: ToldRequest }).request);
    if (call !== undefined) call.isHeard = true;
  };
  subscribe('undici:request:create', onCreate);
  subscribe('undici:request:trailers', onEnd);
  return {
    asLivedThrough(traffic) {
      const taken = new Map(traffic.map((entry) => [entry.headers[HEADER], entry]));
      const lived = [...calls.values()].flatMap((call, number) => {
        const entry = taken.get(`${number}`) ?? notTaken(call);
        if (entry === undefined) return [];
        return [call.isHeard ? entry : { ...entry, status: undefined, answer: undefined }];
      });
      return [...lived, ...traffic.filter(({ direction }) => direction === 'out')];
    },
    [Symbol.dispose]() {
      unsubscribe('undici:request:create', onCreate);
      unsubscribe('undici:request:trailers', onEnd);
    },
  };
}

/** A call of which the center knows nothing; undefined for that of a token, of which nothing depends. */
function notTaken({ path, body }: MadeCall): TrafficEntry | undefined {
  const call = path.endsWith('/taskHandle') ? 'taskHandle' : path.endsWith('/messageSend') ? 'messageSend' : undefined;
  if (call === undefined) return undefined;
  return {
    ...{ seq: 0, at: 0, direction: 'in', method: 'POST', headers: {} },
    ...{ call, path, body: JSON.parse(String(body)) as unknown },
    ...{ status: undefined, answer: undefined, endedAt: undefined, ended: undefined },
  };
}
