import type { SentMessage } from '../../messages/message-views.ts';
import type {
  CenterTask,
  CenterTransaction,
  HandlingRecord,
  StateChange,
  UnreportedPress,
} from '../../state/center-state.ts';
import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import { isOpen, nameTask } from '../parts/about.ts';
import type { Times } from '../parts/times.tsx';
import type { Texts } from '../texts/en.ts';
import { listOccurred } from './occurred-events.ts';

type ShownTask = Omit<CenterTask, 'buttons'>;

/** One line of the history: who did what and when, with their opinion. */
export interface HistoryEvent {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Account, or the name that the business system gave instead. */
  readonly who?: string;
  /** The account of `who`, or the name if the business system hides it. */
  readonly seed?: string;
  readonly what: string;
  readonly opinion?: string | undefined;
  /** The business system's text for the outcome. */
  readonly outcome?: string | undefined;
  readonly note?: string;
  readonly kind: 'start' | 'handled' | 'changed' | 'event' | 'taken' | 'message' | 'waiting' | 'suspended' | 'end';
  /** The task that the line is about. */
  readonly task?: ShownTask;
}

/** What the history is written with. */
export interface HistoryContext {
  readonly texts: Texts;
  readonly times: Times;
  /** If the business system has one. */
  readonly diagram: TaskDiagram | undefined;
  nameOf(account: string): string;
  /** The names of those who may handle a task. */
  describeHandlers(task: ShownTask): string;
}

interface Told {
  readonly transaction: CenterTransaction;
  readonly tasks: readonly ShownTask[];
  /** Those about the transaction. */
  readonly messages: readonly SentMessage[];
}

type TaskContext = HistoryContext & Pick<Told, 'tasks'>;

/** The whole transaction in chronological order; times of reports have seconds. */
export function listEvents({ transaction, tasks, messages }: Told, context: HistoryContext): HistoryEvent[] {
  const { texts, times, diagram, nameOf } = context;
  const { history } = texts;
  const { initiatorName, startedAt, ended } = transaction;
  const happened = [
    ...tasks.flatMap((task) => ofTask(task, { ...context, tasks })),
    ...(diagram === undefined ? [] : listOccurred(diagram)).map(
      ({ key, at, kind, name, host }): HistoryEvent => ({
        ...{ key: `event ${key}`, at: toSecond(at), kind: 'event' },
        what: history.occurred[kind](name, host),
      }),
    ),
    ...messages.map((message) => ofMessage(message, context)),
  ].toSorted((one, other) => one.at - other.at || rankOf(one) - rankOf(other));
  const end: HistoryEvent[] =
    ended === undefined
      ? []
      : [
          {
            ...{ key: 'ended', kind: 'end', at: times.parse(ended.time), what: history.ended[ended.by] },
            ...{ who: nameOf(ended.account), seed: ended.account },
          },
        ];
  return [
    { key: 'start', at: startedAt, kind: 'start', what: history.started(initiatorName) },
    ...happened,
    ...end,
    ...tasks.filter(isOpen).map((task) => ofWaiting(task, context)),
  ];
}

/** In one second, a press sets off an event, which takes tasks away and informs people. */
function rankOf({ kind }: HistoryEvent): number {
  return ['event', 'taken', 'message'].indexOf(kind);
}

/** Whether the business system says that nobody handled a task, although its report has to name a handler. */
export function isUnhandled(diagram: TaskDiagram | undefined, taskId: string): boolean {
  const reports = diagram?.reports ?? [];
  return reports.some((report) => report.previousTaskId === taskId && report.isUnhandled === true);
}

/** When a task was handled, ended or changed last, or else created. */
export function lastChangeOf({ createdAt, records, changes }: ShownTask, times: Times): number {
  const last = [...records, ...changes].map(({ time }) => times.parse(time));
  return last.length === 0 ? createdAt : Math.max(...last);
}

/** In one second, what leaves a task open comes first, and what closes it last. */
function ofTask(task: ShownTask, context: TaskContext): HistoryEvent[] {
  const changes = task.changes.map((change, index) => ({ change, event: ofChange(task, change, index, context) }));
  const leavesOpen = ({ change: { to } }: { readonly change: StateChange }) => isOpen({ state: to });
  return [
    ...changes.filter(leavesOpen),
    ...task.records.map((record, index) => ({ event: ofRecord(task, record, index, context) })),
    ...changes.filter((each) => !leavesOpen(each)),
    ...(task.unreportedPresses ?? []).map((press, index) => ({ event: ofPress(task, press, index, context) })),
  ].map(({ event }) => event);
}

function ofRecord(
  task: ShownTask,
  { status, handler, handlerName, handleOpinions, handleStatus, time }: HandlingRecord,
  index: number,
  { tasks, texts, times, diagram, nameOf, describeHandlers }: TaskContext,
): HistoryEvent {
  const { history } = texts;
  const name = nameNode(task, texts);
  // Who had the same node next: it was transferred or delegated, came back, or the next one signs.
  const next = tasks.filter(({ previousTaskId }) => previousTaskId === (task.copyOf ?? task.taskId));
  const others = next.every(({ nodeId }) => nodeId === task.nodeId) ? next.map(describeHandlers).join(texts.and) : '';
  const handled = {
    next: (node: string) => (others === '' ? history.handled(node) : history.handedOn(node, others)),
    none: history.signed,
    end: history.concluded,
  };
  const isTaken = isUnhandled(diagram, task.taskId);
  return {
    ...{ key: `${task.taskId} record ${index}`, at: times.parse(time), task, who: handlerName },
    kind: status === 'end' ? 'end' : isTaken ? 'taken' : 'handled',
    seed: nameOf(handler) === handlerName ? handler : handlerName,
    what: isTaken ? history.unhandled(name, describeHandlers(task)) : handled[status](name),
    ...{ opinion: handleOpinions, outcome: handleStatus },
  };
}

/** A press that no report tells, with the answer. */
function ofPress(
  task: ShownTask,
  { account, button, opinions, message, time }: UnreportedPress,
  index: number,
  { texts, times, nameOf }: HistoryContext,
): HistoryEvent {
  // For the initiator, the buttons of the latest task are about the whole transaction.
  const isHandler = task.records.some(({ handler }) => handler === account);
  return {
    ...{ key: `${task.taskId} press ${index}`, at: times.parse(time), kind: 'changed', task },
    ...{ who: nameOf(account), seed: account, opinion: opinions, outcome: message },
    what: texts.history.pressed(button, isHandler ? nameNode(task, texts) : undefined),
  };
}

function ofChange(task: ShownTask, change: StateChange, index: number, context: HistoryContext): HistoryEvent {
  const { texts, times, nameOf } = context;
  const { history } = texts;
  const { to, cause, handler, handleOpinions, turnHandler, delegate, time } = change;
  const name = nameNode(task, texts);
  const what = () => {
    if (delegate !== undefined) return history.delegated(name, nameOf(delegate));
    // After a transfer that the center follows up itself the task stays pending, with another handler.
    if (turnHandler !== undefined) return history.turned(name, nameOf(turnHandler));
    return history.changed[to](name);
  };
  return {
    ...{ key: `${task.taskId} change ${index}`, at: times.parse(time), kind: 'changed', task },
    ...{ who: nameOf(handler), seed: handler, what: what(), opinion: handleOpinions },
    ...(cause === 'status' && { note: history.byStatus }),
  };
}

/** A reminder or a notice, which a timer may have caused. */
function ofMessage({ sendId, title, sentAt, deliveries }: SentMessage, context: HistoryContext): HistoryEvent {
  const { texts, times, nameOf } = context;
  const receivers = new Set(deliveries.map(({ account, receiver }) => account ?? receiver));
  return {
    ...{ key: `message ${sendId}`, at: times.parse(sentAt), kind: 'message' },
    what: texts.history.message([...receivers].map(nameOf).join(texts.and), title),
  };
}

/** For whom an open task waits, or with whom it is suspended. */
function ofWaiting(task: ShownTask, { texts, times, describeHandlers }: HistoryContext): HistoryEvent {
  const { history } = texts;
  const isSuspended = task.state === 'suspended';
  const handlers = describeHandlers(task);
  return {
    ...{ key: `waiting ${task.taskId}`, task, who: nameNode(task, texts) },
    at: isSuspended ? lastChangeOf(task, times) : task.createdAt,
    kind: isSuspended ? 'suspended' : 'waiting',
    what: isSuspended ? history.waitingSuspended(handlers) : history.waiting(handlers),
  };
}

/** With its number, if it is not the first round. */
function nameNode({ nodeName, repetition }: ShownTask, texts: Texts): string {
  return nameTask({ nodeName, ...(repetition === undefined ? {} : { repetition }) }, texts);
}

function toSecond(at: number): number {
  return Math.floor(at / 1000) * 1000;
}
