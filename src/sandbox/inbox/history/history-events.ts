import type { SentMessage } from '../../messages/message-views.ts';
import type {
  CenterTask,
  CenterTransaction,
  HandlingRecord,
  StateChange,
  UnreportedPress,
} from '../../state/center-state.ts';
import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import { nameTask } from '../parts/task-title.ts';
import type { Times } from '../parts/times.tsx';
import { saysDone } from '../press/says-done.ts';
import type { Texts } from '../texts/en.ts';
import { listOccurred, type OccurredEvent } from './occurred-events.ts';

const SECOND_MS = 1_000;

type ShownTask = Omit<CenterTask, 'buttons'>;

/** One line of the history: who did what and when, with their opinion. */
export interface HistoryEvent {
  readonly key: string;
  /** Epoch milliseconds; NaN if it is not known. */
  readonly at: number;
  /** Account, or the name that the business system gave instead. */
  readonly who?: string;
  /** The account of `who`, or the name if the business system hides it. */
  readonly seed?: string;
  readonly what: string;
  readonly opinion?: string;
  /** The business system's text for the outcome. */
  readonly outcome?: string;
  readonly note?: string;
  readonly kind:
    | 'start'
    | 'handled'
    | 'changed'
    | 'pressed'
    | 'message'
    | 'event'
    | 'taken'
    | 'waiting'
    | 'suspended'
    | 'untold'
    | 'end';
  /** The task that the line is about. */
  readonly taskId?: string;
}

export interface HistoryWords {
  readonly texts: Texts;
  readonly times: Times;
  nameOf(account: string): string;
  /** The names of those who may handle a task. */
  handlersOf(task: ShownTask): string;
  /** The business system says that nobody handled it, although a report names a handler. */
  isUnhandled(taskId: string): boolean;
  /** What the business system has done with an open task, if its report has not arrived. */
  untold(taskId: string): 'handled' | 'ended' | undefined;
}

interface Told {
  readonly transaction: CenterTransaction;
  readonly tasks: readonly ShownTask[];
  /** Those about the transaction. */
  readonly messages: readonly SentMessage[];
  /** If the business system has one. */
  readonly diagram?: TaskDiagram | undefined;
}

/** The whole transaction in chronological order. */
export function listEvents({ transaction, tasks, messages, diagram }: Told, words: HistoryWords): HistoryEvent[] {
  const { history } = words.texts;
  const start: HistoryEvent = {
    ...{ key: 'start', at: transaction.startedAt, kind: 'start' },
    what: history.started(transaction.initiatorName),
  };
  const handlings = tasks.flatMap((task) => eventsOf(task, words, { withAll: true }));
  const occurred = diagram === undefined ? [] : listOccurred(diagram).map((event) => ofOccurred(event, words));
  const told = messages.map((message) => ofMessage(message, words));
  const pressed = tasks.flatMap((task) => pressesOf(task, words));
  const happened = [...handlings, ...pressed, ...occurred, ...told].toSorted(
    (one, other) => one.at - other.at || rankOf(one) - rankOf(other),
  );
  const ended = transaction.ended;
  const ends: HistoryEvent[] =
    ended === undefined
      ? []
      : [
          {
            ...{ key: 'ended', kind: 'end', at: words.times.parse(ended.time), who: words.nameOf(ended.account) },
            seed: ended.account,
            what: history.ended[ended.by],
            ...opinionWithAll(tasks),
          },
        ];
  const waiting = tasks
    .filter(({ state }) => state === 'pending' || state === 'suspended')
    .map((task): HistoryEvent => {
      const { taskId } = task;
      const name = nameNode(task, words);
      const untold = words.untold(taskId);
      if (untold !== undefined)
        return {
          key: `untold ${taskId}`,
          at: Number.NaN,
          taskId,
          kind: 'untold',
          who: name,
          what: history.untold[untold],
        };
      const isSuspended = task.state === 'suspended';
      const handlers = words.handlersOf(task);
      return {
        ...{ key: `waiting ${taskId}`, at: sinceOf(task, words), taskId },
        kind: isSuspended ? 'suspended' : 'waiting',
        who: name,
        what: isSuspended ? history.waitingSuspended(handlers) : history.waiting(handlers),
      };
    });
  return [start, ...happened, ...ends, ...waiting];
}

const RANKS: Readonly<Partial<Record<HistoryEvent['kind'], number>>> = { event: 1, taken: 2, message: 3 };

/** Times of reports have seconds: in the same one, a press sets off an event, which takes tasks away and tells people. */
function rankOf({ kind }: HistoryEvent): number {
  return RANKS[kind] ?? 0;
}

/** The latest handling of a task, or change of its state. */
export function lastEventOf(task: ShownTask, words: HistoryWords): HistoryEvent | undefined {
  return eventsOf(task, words)
    .toSorted((one, other) => one.at - other.at)
    .at(-1);
}

/** What somebody did to another task, by a button for after its handling, before this one ended without being handled. */
export function findCause(
  { createdAt, records }: ShownTask,
  tasks: readonly ShownTask[],
  words: HistoryWords,
): HistoryEvent | undefined {
  const endedAt = words.times.parse(records.at(-1)?.time ?? '');
  return tasks
    .flatMap((task) => pressesOf(task, words, ({ type }) => type !== 'HANG_UP' && type !== 'ACTIVE'))
    .filter(
      ({ at, outcome }) =>
        at >= Math.floor(createdAt / SECOND_MS) * SECOND_MS && at <= endedAt && outcome === undefined,
    )
    .toSorted((one, other) => one.at - other.at)
    .at(-1);
}

interface Telling {
  /** The line of the transaction tells who ended it with all its tasks, and why. */
  readonly withAll: boolean;
}

/** Times have seconds: of what happened in the same one, what leaves a task open comes first, and what closes it last. */
function eventsOf(task: ShownTask, words: HistoryWords, telling: Telling = { withAll: false }): HistoryEvent[] {
  const records = task.records.map((record, index) => ofRecord(task, record, index, words));
  const changes = task.changes.map((change, index) => ({
    change,
    event: ofChange(task, change, index, { ...words, ...telling }),
  }));
  const isOpen = ({ to }: StateChange) => to === 'pending' || to === 'suspended';
  return [
    ...changes.filter(({ change }) => isOpen(change)).map(({ event }) => event),
    ...records,
    ...changes.filter(({ change }) => !isOpen(change)).map(({ event }) => event),
  ];
}

function ofRecord(task: ShownTask, record: HandlingRecord, index: number, words: HistoryWords): HistoryEvent {
  const { history } = words.texts;
  const handled = { next: history.handled, none: history.signed, end: history.concluded };
  const isUnhandled = words.isUnhandled(task.taskId);
  const name = nameNode(task, words);
  const what = isUnhandled ? history.unhandled(name, words.handlersOf(task)) : handled[record.status](name);
  const { handler, handlerName } = record;
  return {
    ...{ key: `${task.taskId} record ${index}`, at: words.times.parse(record.time), taskId: task.taskId },
    seed: words.nameOf(handler) === handlerName ? handler : handlerName,
    ...{ who: handlerName, what, kind: kindOf(record, isUnhandled) },
    ...(filled(record.handleOpinions) && { opinion: record.handleOpinions }),
    ...(filled(record.handleStatus) && { outcome: record.handleStatus }),
  };
}

/** With its number, if it is not the first round. */
function nameNode({ nodeName, repetition }: ShownTask, { texts }: HistoryWords): string {
  return nameTask({ nodeName, ...(repetition === undefined ? {} : { repetition }) }, texts);
}

function kindOf({ status }: HandlingRecord, isUnhandled: boolean): HistoryEvent['kind'] {
  if (status === 'end') return 'end';
  return isUnhandled ? 'taken' : 'handled';
}

function pressesOf(
  task: ShownTask,
  words: HistoryWords,
  isWanted: (press: UnreportedPress) => boolean = () => true,
): HistoryEvent[] {
  const presses = task.unreportedPresses ?? [];
  return presses.flatMap((press, index) => (isWanted(press) ? [ofPress(task, press, index, words)] : []));
}

function ofPress(
  task: ShownTask,
  { account, button, opinions, message, time }: UnreportedPress,
  index: number,
  words: HistoryWords,
): HistoryEvent {
  const { taskId, records } = task;
  const { texts, times, nameOf } = words;
  // For the initiator, the buttons of the latest task are about the whole matter.
  const node = records.some(({ handler }) => handler === account) ? nameNode(task, words) : undefined;
  return {
    ...{ key: `${taskId} press ${index}`, at: times.parse(time), taskId, kind: 'pressed' },
    ...{ who: nameOf(account), seed: account, what: texts.history.pressed(button, node) },
    ...(opinions === undefined ? {} : { opinion: opinions }),
    ...(message === undefined || saysDone(message, button) ? {} : { outcome: message }),
  };
}

function ofOccurred({ key, at, kind, name, host }: OccurredEvent, { texts }: HistoryWords): HistoryEvent {
  const what = texts.history.occurred[kind](name, host);
  return { key: `event ${key}`, at: Math.floor(at / SECOND_MS) * SECOND_MS, kind: 'event', what };
}

/** A reminder or a notice, which a timer may have caused. */
function ofMessage({ sendId, title, sentAt, deliveries }: SentMessage, words: HistoryWords): HistoryEvent {
  const receivers = new Set(deliveries.map(({ account, receiver }) => account ?? receiver));
  const names = [...receivers].map(words.nameOf).join(words.texts.and);
  return {
    ...{ key: `message ${sendId}`, at: words.times.parse(sentAt), kind: 'message' },
    what: words.texts.history.message(names, title),
  };
}

/** The opinion of the press that ended a transaction, which its tasks have. */
function opinionWithAll(tasks: readonly ShownTask[]): Pick<HistoryEvent, 'opinion'> {
  const opinion = tasks.flatMap(({ changes }) => changes.filter(endsWithAll)).at(-1)?.handleOpinions;
  return filled(opinion) ? { opinion } : {};
}

function endsWithAll({ cause, to }: StateChange): boolean {
  return cause === 'press' && (to === 'terminated' || to === 'recalled');
}

function ofChange(task: ShownTask, change: StateChange, index: number, words: HistoryWords & Telling): HistoryEvent {
  const { history } = words.texts;
  const whats: Readonly<Record<StateChange['to'], (node: string) => string>> = {
    pending: history.activated,
    suspended: history.suspended,
    handled: history.finished,
    terminated: history.terminated,
    turned: (node) => history.turned(node, words.nameOf(change.turnHandler ?? history.somebody)),
    recalled: history.recalled,
  };
  const whatOf = ({ to, cause, turnHandler, delegate }: StateChange) => {
    if (cause === 'press' && (to === 'terminated' || to === 'recalled')) return history.withAll[to];
    if (delegate !== undefined) return (node: string) => history.delegated(node, words.nameOf(delegate));
    // After a transfer that the center follows up itself the task stays pending, with another handler.
    return turnHandler === undefined ? whats[to] : whats.turned;
  };
  const known = { key: `${task.taskId} change ${index}`, at: words.times.parse(change.time), taskId: task.taskId };
  if (words.withAll && endsWithAll(change))
    return { ...known, kind: 'taken', what: history.endedWithAll(nameNode(task, words)) };
  return {
    ...known,
    ...{
      who: words.nameOf(change.handler),
      seed: change.handler,
      what: whatOf(change)(nameNode(task, words)),
      kind: 'changed',
    },
    ...(filled(change.handleOpinions) && { opinion: change.handleOpinions }),
    ...(change.cause === 'status' && { note: history.byStatus }),
  };
}

/** When the current wait or suspension started. */
function sinceOf({ state, createdAt, changes }: ShownTask, { times }: HistoryWords): number {
  const stopped = state === 'suspended' ? changes.findLast(({ to }) => to === 'suspended') : undefined;
  return stopped === undefined ? createdAt : times.parse(stopped.time);
}

function filled(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
