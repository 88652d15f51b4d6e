/** What became of a report by the record of the center and the outcome table alone. */
import { type Outcome, outcomeOf, worstOf } from '../../../src/outbox/outcome-table.ts';
import type { Report } from '../../../src/protocol/report.ts';
import type { TaskHandlingError, TaskHandlingItem } from '../../../src/protocol/task-handling.ts';
import type { TrafficEntry } from '../../../src/sandbox/traffic.ts';
import { MAX_ITEM_ATTEMPTS } from './fault-run.ts';

export interface ExpectedState {
  readonly state: 'pending' | 'delivered' | 'unconfirmed' | 'parked';
  /**
   * Calls after the one that decided: there must be none. But a report that was in flight while a status answer told of
   * it was judged as a first attempt, and comes again until an answer is heard.
   */
  readonly tooMany: number;
  /** Whether the center said something that was not so, and the outcome was decided by it. */
  readonly isMisled: boolean;
}

const nextOf = ({ status, next = [] }: TaskHandlingItem) => (status === 'next' ? next : []);
export const nameOf = (item: TaskHandlingItem) =>
  [item.previousTaskId, item.status, ...nextOf(item).map(({ taskId }) => taskId)].join(' ');

/** Every call that held this item, in the order in which the center took them. */
function callsWith(item: TaskHandlingItem, traffic: readonly TrafficEntry[]): TrafficEntry[] {
  const name = nameOf(item);
  return traffic
    .filter(({ call, direction, body }) => call === 'taskHandle' && direction === 'in' && Array.isArray(body))
    .filter(({ body }) => (body as TaskHandlingItem[]).some((each) => nameOf(each) === name));
}

const idsOf = (item: TaskHandlingItem) => [item.previousTaskId, ...nextOf(item).map(({ taskId }) => taskId)];

export function expectState({ kind, item }: Report, traffic: readonly TrafficEntry[]): ExpectedState {
  const calls = callsWith(item, traffic);
  let repeat = false;
  let refused: readonly string[] = [];
  let refusals = 0;
  for (const [index, call] of calls.entries()) {
    const decided = (state: ExpectedState['state'], isMisled: boolean): ExpectedState => ({
      state,
      isMisled,
      tooMany: callsTooMany(calls.slice(index + 1), wasTold(item, call, traffic)),
    });
    repeat ||= wasTold(item, call, traffic);
    const errors = errorsOf(call);
    if (errors === 'refused') continue;
    if (errors === 'unknown') {
      repeat = true;
      continue;
    }
    const items = call.body as TaskHandlingItem[];
    const known = new Set(items.flatMap(idsOf));
    const foreign = errors.filter(({ taskId }) => !known.has(taskId));
    if (foreign.length > 0 && items.length > 1) {
      repeat = true;
      continue;
    }
    const named = errors.flatMap((error): { error: TaskHandlingError; outcome: Outcome }[] => {
      const isPrevious = error.taskId === item.previousTaskId;
      const isNext = nextOf(item).some(({ taskId }) => taskId === error.taskId);
      if (!isPrevious && !isNext && !foreign.includes(error)) return [];
      const names = isPrevious ? 'previous' : isNext ? 'next' : 'unnamed';
      const wentThrough = refused.length > 0 && !refused.includes(error.taskId);
      const attempt = repeat || wentThrough ? 'repeat' : 'first';
      return [{ error, outcome: outcomeOf({ kind, status: item.status, names, code: error.code, attempt }) }];
    });
    const outcome = worstOf(named.map((each) => each.outcome));
    const isLie = call.fault === 'item-failure' || call.fault === 'creation-failure';
    const isMisled =
      isLie && named.some(({ error }) => error.code === call.faultOptions?.code && wasStruck(call, error));
    if (outcome === 'delivered' || outcome === 'unconfirmed') return decided(outcome, isMisled);
    if (outcome === 'park') return decided('parked', isMisled);
    refusals += 1;
    if (refusals >= MAX_ITEM_ATTEMPTS) return decided('parked', isMisled);
    const decisive = named.filter((each) => each.outcome === 'retry').map(({ error }) => error);
    refused = decisive.filter((error) => !foreign.includes(error)).map(({ taskId }) => taskId);
    repeat ||= decisive.some((error) => foreign.includes(error));
  }
  return { state: 'pending', tooMany: 0, isMisled: false };
}

function callsTooMany(later: readonly TrafficEntry[], comesAgain: boolean): number {
  if (!comesAgain) return later.length;
  const heard = later.findIndex((call) => typeof errorsOf(call) !== 'string');
  return heard < 0 ? 0 : later.length - heard - 1;
}

/** The entry that the fault made: it names the part that the fault chose. */
function wasStruck({ fault, faultOptions, body }: TrafficEntry, { taskId }: TaskHandlingError): boolean {
  const items = body as TaskHandlingItem[];
  const parts =
    fault === 'item-failure'
      ? items.map(({ previousTaskId }) => previousTaskId)
      : items.flatMap(nextOf).map(({ taskId: id }) => id);
  return parts[Number(faultOptions?.item)] === taskId;
}

/** As the caller saw the answer: nobody knows, refused as a whole before anything was done, or the entries. */
function errorsOf({ fault, status, answer }: TrafficEntry): 'unknown' | 'refused' | readonly TaskHandlingError[] {
  if (status === undefined || status >= 500) return 'unknown';
  if (status >= 400) return 'refused';
  const { code, data } = answer as { code: number; data: { errorIds: readonly TaskHandlingError[] } | null };
  if (code !== 0 || data === null) return 'unknown';
  return fault === 'answer-cut' ? 'unknown' : data.errorIds;
}

/** A status answer has told what the report tells: from then on it is a repeat. */
function wasTold({ previousTaskId }: TaskHandlingItem, call: TrafficEntry, traffic: readonly TrafficEntry[]): boolean {
  return traffic.some(({ call: kind, seq, body, answer }) => {
    // A call that is held on its way may find that its report was told meanwhile.
    if (kind !== 'taskStatus' || (seq > call.seq && call.fault !== 'latency')) return false;
    const { taskIds } = body as { taskIds: string[] };
    const { data } = (answer ?? {}) as { data?: { taskId: string; taskStatus: string }[] };
    return (
      taskIds.includes(previousTaskId) &&
      (data ?? [{ taskId: previousTaskId, taskStatus: '?' }]).some(
        ({ taskId, taskStatus }) => taskId === previousTaskId && taskStatus !== 'IN_PROGRESS',
      )
    );
  });
}
