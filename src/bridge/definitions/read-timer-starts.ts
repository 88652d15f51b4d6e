import { listEvents } from '../../model/event-nodes.ts';
import { type EvaluationContext, withContext } from '../../model/expressions/evaluation-context.ts';
import { isTimerStart } from '../../model/files/starts-without-initiator.ts';
import type { EventNode, ProcessModel } from '../../model/process-model.ts';
import { armTimer, type TimerState } from '../../plugin/outcome/timer-due.ts';
import type { TimerStart } from '../../store/port.ts';

/** A start event whose timer is over. */
export const NEVER = { dueAt: null, left: null };

/** What the expressions of start events see: there are no variables yet. */
export type StartSettings = Pick<EvaluationContext, 'timeZone' | 'functions'>;

/** The start events of a process that timers set off, as they are when it is deployed. */
export function timerStartsOf(model: ProcessModel, deployedAt: number, settings: StartSettings): TimerStart[] {
  return listEvents(model).flatMap((node) => {
    const { nodeId, trigger } = node;
    if (!isTimerStart(node) || trigger.kind !== 'timer') return [];
    const { dueAt, left } = armStart(node, { from: deployedAt }, settings);
    // A cycle whose rounds are all over; a single date that is past is made up for.
    const isOver = trigger.form === 'cycle' && dueAt !== null && dueAt <= deployedAt;
    return [{ startNodeId: nodeId, ...(isOver ? NEVER : { dueAt, left }) }];
  });
}

/**
 * When the timer of a start event is due next.
 * @param since.from when the time before it began; epoch milliseconds
 * @param since.left the rounds that are left of a cycle
 * @param since.now `from` by default
 */
export function armStart(
  { nodeId, trigger }: EventNode,
  { from, left, now = from }: { readonly from: number; readonly left?: number; readonly now?: number },
  { timeZone, functions }: StartSettings,
): TimerState {
  if (trigger.kind !== 'timer') throw new TypeError(`${nodeId} is no timer`);
  // Deploy refuses those that read variables: there are none before the start.
  const scope = withContext({}, { now, timeZone, functions });
  return armTimer(trigger, nodeId, scope, { from, timeZone, left, now });
}
