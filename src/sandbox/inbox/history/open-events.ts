/** What the history says of open tasks. */
import type { AcceptedPress } from '../../tasks/list-presses.ts';
import { type HistoryEvent, type HistoryWords, nameNode, type ShownTask, toSecond } from './history-event.ts';

/** For whom a task waits, or with whom it is suspended. */
export function ofWaiting(task: ShownTask, words: HistoryWords): HistoryEvent {
  const { history } = words.texts;
  const { taskId } = task;
  const isSuspended = task.state === 'suspended';
  const handlers = words.handlersOf(task);
  return {
    ...{ key: `waiting ${taskId}`, at: sinceOf(task, words), taskId },
    kind: isSuspended ? 'suspended' : 'waiting',
    who: nameNode(task, words),
    what: isSuspended ? history.waitingSuspended(handlers) : history.waiting(handlers),
  };
}

/** What the business system has done with an open task: by whom and when, if it was a press that the center knows. */
export function untoldOf(task: ShownTask, accepted: readonly AcceptedPress[], words: HistoryWords): HistoryEvent[] {
  const { untold } = words.texts.history;
  const { taskId } = task;
  const done = words.untold(taskId);
  if (done === undefined) return [];
  const node = nameNode(task, words);
  const presses = done === 'handled' ? accepted.filter((press) => press.taskId === taskId) : [];
  if (presses.length === 0) {
    const what = untold[done](words.handlersOf(task));
    return [{ key: `untold ${taskId}`, at: Number.NaN, taskId, kind: 'untold', who: node, what }];
  }
  return presses.map(({ account, button, opinions, at }) => ({
    ...{ key: `untold ${taskId} ${account}`, at: toSecond(at), taskId, kind: 'untold' },
    ...{ who: words.nameOf(account), seed: account, what: untold.pressed(node), outcome: button },
    ...(opinions === undefined ? {} : { opinion: opinions }),
  }));
}

/** When the current wait or suspension of an open task started. */
export function sinceOf({ state, createdAt, changes }: ShownTask, { times }: HistoryWords): number {
  const stopped = state === 'suspended' ? changes.findLast(({ to }) => to === 'suspended') : undefined;
  return stopped === undefined ? createdAt : times.parse(stopped.time);
}
