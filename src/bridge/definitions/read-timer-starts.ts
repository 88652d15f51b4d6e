import { type EvaluationContext, withContext } from '../../model/expressions/evaluation-context.ts';
import { isTimerStart } from '../../model/files/starts-without-initiator.ts';
import { type EventNode, listEvents } from '../../model/nodes/event-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { armTimer, type TimerState } from '../../plugin/outcome/timer-due.ts';
import type { TimerStart } from '../../store/store.ts';

/** A timer start event that does not fire any more. */
export const NEVER = { dueAt: null, left: null };

/** The context of expressions of start events; there are no variables yet. */
export type StartSettings = Pick<EvaluationContext, 'timeZone' | 'functions'>;

/** The timer start events of a process at the time of its deployment. */
export function timerStartsOf(model: ProcessModel, deployedAt: number, settings: StartSettings): TimerStart[] {
  return listEvents(model).flatMap((node) => {
    const { nodeId, trigger } = node;
    if (!isTimerStart(node) || trigger.kind !== 'timer') return [];
    const { dueAt, left } = armStart(node, { from: deployedAt }, settings);
    // A cycle whose rounds have all passed does not start; a single date that has passed starts at once.
    const isOver = trigger.form === 'cycle' && dueAt !== null && dueAt <= deployedAt;
    return [{ startNodeId: nodeId, ...(isOver ? NEVER : { dueAt, left }) }];
  });
}

/**
 * Computes when the timer of a start event is due next.
 * @param since.from start of the duration, in epoch milliseconds
 * @param since.left remaining rounds of a cycle
 * @param since.now default: `from`
 */
export function armStart(
  { nodeId, trigger }: EventNode,
  { from, left, now = from }: { readonly from: number; readonly left?: number; readonly now?: number },
  { timeZone, functions }: StartSettings,
): TimerState {
  if (trigger.kind !== 'timer') throw new TypeError(`${nodeId} is no timer`);
  // Deploy refuses expressions that read variables, because there are none before the start.
  const scope = withContext({}, { now, timeZone, functions });
  return armTimer(trigger, nodeId, scope, { from, timeZone, left, now });
}
