/** What can have become of a report by the record of the center and the outcome table alone. */
import type { Report, TaskHandlingItem } from '../../../src/index.ts';
import type { TrafficEntry } from '../../../src/sandbox/index.ts';
import { outcomeOf, type ReportOutcome, worstOf } from '../../support/inner/outbox.ts';
import type { TaskHandlingError } from '../../support/inner/protocol.ts';
import { callsWith, idsOf, nextOf, wasCalledFor, wasStruck, wasTold } from './center-record.ts';
import { MAX_ITEM_ATTEMPTS } from './fault-run.ts';

/** A way in which a report may have ended, with the calls that the center's record holds. */
export interface Ending {
  readonly state: 'pending' | 'delivered' | 'unconfirmed' | 'parked';
  /** Whether the center said something that was not so, and the outcome was decided by it. */
  readonly isMisled: boolean;
}

/** What the outbox remembers of a report between two calls. */
interface Course {
  readonly repeat: boolean;
  /** Ids that the last heard answer refused. */
  readonly refused: readonly string[];
  readonly refusals: number;
}

/**
 * Every way in which a report can have ended after exactly these calls. There are several where a status answer
 * told what the report tells: the record does not show whether the outbox had judged the answer by then. If it had, the
 * report was settled; if its call was on its way, the report comes again as a repeat; if it was yet to leave, it left as
 * a repeat.
 */
export function endingsOf({ kind, item }: Report, traffic: readonly TrafficEntry[]): Ending[] {
  const calls = callsWith(item, traffic);
  const mayBeTold = wasTold(item, traffic);

  function endings(index: number, course: Course): Ending[] {
    const call = calls[index];
    if (call === undefined) return [{ state: 'pending', isMisled: false }];
    const errors = errorsOf(call);
    if (errors === 'refused') return endings(index + 1, course);
    const items = call.body as TaskHandlingItem[];
    const known = new Set(items.flatMap(idsOf));
    if (errors === 'unknown' || (items.length > 1 && errors.some(({ taskId }) => !known.has(taskId)))) {
      return endings(index + 1, { ...course, repeat: true });
    }
    const first = (): Ending[] => [
      ...judged(index, errors, course),
      ...(mayBeTold ? endings(index + 1, { ...course, repeat: true }) : []),
    ];
    const repeat = (): Ending[] => judged(index, errors, { ...course, repeat: true });
    return [...(course.repeat ? [] : first()), ...(course.repeat || mayBeTold ? repeat() : [])];
  }

  /** The answer to this call was judged, and what was made of it was stored. */
  function judged(index: number, errors: readonly TaskHandlingError[], course: Course): Ending[] {
    const call = calls[index] as TrafficEntry;
    const known = new Set((call.body as TaskHandlingItem[]).flatMap(idsOf));
    const named = errors.flatMap(
      (error): { error: TaskHandlingError; isForeign: boolean; outcome: ReportOutcome }[] => {
        const isForeign = !known.has(error.taskId);
        const isPrevious = error.taskId === item.previousTaskId;
        const isNext = nextOf(item).some(({ taskId }) => taskId === error.taskId);
        if (!isPrevious && !isNext && !isForeign) return [];
        const names = isPrevious ? 'previous' : isNext ? 'next' : 'unnamed';
        const wentThrough = course.refused.length > 0 && !course.refused.includes(error.taskId);
        const attempt = course.repeat || wentThrough ? 'repeat' : 'first';
        return [
          { error, isForeign, outcome: outcomeOf({ kind, status: item.status, names, code: error.code, attempt }) },
        ];
      },
    );
    const outcome = worstOf(named.map((each) => each.outcome));
    const isLie = call.fault === 'item-failure' || call.fault === 'creation-failure';
    const isMisled =
      isLie && named.some(({ error }) => error.code === call.faultOptions?.code && wasStruck(call, error));
    const settled = (state: Ending['state']): Ending[] => (index < calls.length - 1 ? [] : [{ state, isMisled }]);
    if (outcome === 'delivered') return settled(outcome);
    if (outcome === 'unconfirmed') {
      const doubts = named.filter((each) => each.outcome === outcome).map(({ error }) => error.taskId);
      const isProven = doubts.every((id) => id !== item.previousTaskId && wasCalledFor(id, traffic));
      return [...settled(outcome), ...(isProven ? settled('delivered') : [])];
    }
    const refusals = course.refusals + 1;
    if (outcome === 'park' || refusals >= MAX_ITEM_ATTEMPTS) return settled('parked');
    const decisive = named.filter((each) => each.outcome === 'retry');
    return endings(index + 1, {
      repeat: course.repeat || decisive.some(({ isForeign }) => isForeign),
      refused: decisive.filter(({ isForeign }) => !isForeign).map(({ error }) => error.taskId),
      refusals,
    });
  }

  return endings(0, { repeat: false, refused: [], refusals: 0 });
}

/** As the caller saw the answer: nobody knows, refused as a whole before anything was done, or the entries. */
function errorsOf({ status, answer }: TrafficEntry): 'unknown' | 'refused' | readonly TaskHandlingError[] {
  if (status === undefined || status >= 500) return 'unknown';
  if (status >= 400) return 'refused';
  const { code, data } = answer as { code: number; data: { errorIds: readonly TaskHandlingError[] } | null };
  if (code !== 0 || data === null) return 'unknown';
  return data.errorIds;
}
