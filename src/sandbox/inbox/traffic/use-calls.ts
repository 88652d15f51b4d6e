import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TrafficAnswer } from '../../control/traffic-routes.ts';
import type { TrafficEntry } from '../../http/traffic.ts';
import { type ControlFailure, callControl, toControlFailure } from '../control/call-control.ts';
import { listenToChanges } from '../control/change-stream.ts';

export interface CallFilter {
  readonly transactionId?: string;
  readonly direction: '' | TrafficEntry['direction'];
  readonly call: '' | TrafficEntry['call'];
}

/** What the center knows about calls: names of their tasks and buttons, and what was reported or sent before. */
export type NamedInCalls = Pick<TrafficAnswer, 'tasks' | 'buttons' | 'earlier' | 'messages'>;

export interface Calls {
  /** The newest first; undefined until they are loaded. */
  readonly calls: readonly TrafficEntry[] | undefined;
  /** Details that the calls do not contain. */
  readonly named: NamedInCalls;
  readonly failure: ControlFailure | undefined;
  /** Loads the next earlier ones, once at a time; absent if there are no more. */
  readonly loadEarlier?: (limit: number) => void;
  reload(): void;
}

const NOTHING_NAMED: NamedInCalls = { tasks: {}, buttons: {}, earlier: {}, messages: {} };
export const PAGE = 100;
/** Of one request. */
export const MOST = 1000;

interface Held {
  /** Of the sandbox. */
  readonly run: string;
  readonly query: string;
  readonly bySeq: ReadonlyMap<number, TrafficEntry>;
  readonly named: NamedInCalls;
  readonly hasEarlier: boolean;
}

/** The latest page of matching calls; new ones are added automatically, earlier ones on request. */
export function useCalls(filter: CallFilter): Calls {
  const query = queryOf(filter);
  const [held, setHeld] = useState<Held>();
  const [failure, setFailure] = useState<ControlFailure>();
  const [attempt, setAttempt] = useState(0);
  const resumeAfter = useRef<number>();
  const run = useRef<string>();
  /** Before which call earlier ones are being loaded. */
  const loading = useRef<number>();
  // A retry starts from the beginning.
  useEffect(() => {
    const abort = new AbortController();
    const queue = createQueue();
    resumeAfter.current = undefined;
    const load = async () => {
      const after = resumeAfter.current;
      const page = after === undefined ? `limit=${PAGE}` : `limit=${MOST}&after=${after}`;
      try {
        const answer = await callControl<TrafficAnswer>(`/traffic?${page}${query}`, { signal: abort.signal });
        setFailure(undefined);
        if (after !== undefined && answer.run !== run.current) {
          // The sandbox was restarted: what is held is of before, and its calls are counted from 1 again.
          resumeAfter.current = undefined;
          queue(load);
          return;
        }
        run.current = answer.run;
        resumeAfter.current = answer.resumeAfter;
        setHeld((before) => {
          const known = after === undefined || before?.query !== query ? undefined : before;
          const hasEarlier = after === undefined ? answer.hasMore : (before?.hasEarlier ?? false);
          return { run: answer.run, query, ...merge(known, answer), hasEarlier };
        });
      } catch (error) {
        if (!abort.signal.aborted) setFailure(toControlFailure(error));
      }
    };
    queue(load);
    const stop = listenToChanges((topics) => {
      if (topics.includes('traffic')) queue(load);
    });
    return () => {
      stop();
      abort.abort();
    };
  }, [query, attempt]);
  const shown = held?.query === query ? held : undefined;
  const calls = useMemo(
    () => shown && [...shown.bySeq.values()].toSorted((one, other) => other.seq - one.seq),
    [shown],
  );
  const loadEarlier = async (limit: number) => {
    const first = calls?.at(-1)?.seq;
    if (loading.current === first) return;
    loading.current = first;
    try {
      const answer = await callControl<TrafficAnswer>(`/traffic?limit=${limit}&before=${first}${query}`);
      setFailure(undefined);
      setHeld((before) =>
        before?.query === query && before.run === answer.run
          ? { ...before, ...merge(before, answer), hasEarlier: answer.hasMore }
          : before,
      );
    } catch (error) {
      setFailure(toControlFailure(error));
    }
    loading.current = undefined;
  };
  return {
    calls,
    named: shown?.named ?? NOTHING_NAMED,
    failure,
    reload: () => setAttempt(attempt + 1),
    ...(shown?.hasEarlier === true && { loadEarlier: (limit: number) => void loadEarlier(limit) }),
  };
}

function queryOf({ transactionId, direction, call }: CallFilter): string {
  return [
    transactionId === undefined ? '' : `&transactionId=${encodeURIComponent(transactionId)}`,
    direction === '' ? '' : `&direction=${direction}`,
    call === '' ? '' : `&call=${call}`,
  ].join('');
}

function merge(
  known: Held | undefined,
  { calls, tasks, buttons, earlier, messages }: TrafficAnswer,
): Pick<Held, 'bySeq' | 'named'> {
  const { bySeq = new Map<number, TrafficEntry>(), named = NOTHING_NAMED } = known ?? {};
  return {
    bySeq: new Map([...bySeq, ...calls.map((call) => [call.seq, call] as const)]),
    named: {
      tasks: { ...named.tasks, ...tasks },
      buttons: { ...named.buttons, ...buttons },
      earlier: { ...named.earlier, ...earlier },
      messages: { ...named.messages, ...messages },
    },
  };
}

/** Runs one at a time; requests during a run cause only one more run. */
function createQueue(): (work: () => Promise<void>) => void {
  let isRunning = false;
  let isWanted = false;
  return (work) => {
    isWanted = true;
    if (isRunning) return;
    const run = async () => {
      isRunning = true;
      while (isWanted) {
        isWanted = false;
        await work();
      }
      isRunning = false;
    };
    void run();
  };
}
