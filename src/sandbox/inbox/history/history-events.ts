import type { SentMessage } from '../../messages/message-views.ts';
import type { CenterTransaction, HandlingRecord, StateChange, UnreportedPress } from '../../state/center-state.ts';
import type { TaskDiagram } from '../../tasks/ask-diagram.ts';
import type { AcceptedPress } from '../../tasks/list-presses.ts';
import { saysDone } from '../press/says-done.ts';
import { isOpen } from '../task/is-open.ts';
import { type HistoryEvent, type HistoryWords, nameNode, type ShownTask, toSecond } from './history-event.ts';
import { listOccurred, type OccurredEvent } from './occurred-events.ts';
import { ofWaiting, untoldOf } from './open-events.ts';

interface Told {
  readonly transaction: CenterTransaction;
  readonly tasks: readonly ShownTask[];
  /** Those about the transaction. */
  readonly messages: readonly SentMessage[];
  /** Presses of it whose reports have not arrived. */
  readonly accepted: readonly AcceptedPress[];
  /** If the business system has one. */
  readonly diagram?: TaskDiagram | undefined;
}

/** The whole transaction in chronological order. */
export function listEvents(
  { transaction, tasks, messages, accepted, diagram }: Told,
  words: HistoryWords,
): HistoryEvent[] {
  const { history } = words.texts;
  const start: HistoryEvent = {
    ...{ key: 'start', at: transaction.startedAt, kind: 'start' },
    what: history.started(transaction.initiatorName),
  };
  const handlings = tasks.flatMap((task) => eventsOf(task, words, { withAll: true }));
  const occurred = diagram === undefined ? [] : listOccurred(diagram).map((event) => ofOccurred(event, words));
  const told = messages.map((message) => ofMessage(message, words));
  const pressed = tasks.flatMap((task) => pressesOf(task, words));
  const open = tasks.filter(isOpen);
  const untold = open.flatMap((task) => untoldOf(task, accepted, words));
  const isTimed = ({ at }: HistoryEvent) => !Number.isNaN(at);
  const happened = [...handlings, ...pressed, ...untold.filter(isTimed), ...occurred, ...told].toSorted(
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
  const waiting = open.filter(({ taskId }) => words.untold(taskId) === undefined).map((task) => ofWaiting(task, words));
  return [start, ...happened, ...ends, ...untold.filter((event) => !isTimed(event)), ...waiting];
}

const RANKS: Readonly<Partial<Record<HistoryEvent['kind'], number>>> = { event: 1, taken: 2, message: 3 };

/** Times of reports have seconds: in the same one, a press sets off an event, which takes tasks away and tells people. */
function rankOf({ kind }: HistoryEvent): number {
  return RANKS[kind] ?? 0;
}

/**
 * The latest handling of a task, or change of its state. Of a task that is over, what ended it: its report may have come
 * after something that it did not prevent.
 */
export function lastEventOf(task: ShownTask, words: HistoryWords): HistoryEvent | undefined {
  const { leaving, ending } = partsOf(task, words);
  const events = isOpen(task) || ending.length === 0 ? [...leaving, ...ending] : ending;
  return events.toSorted((one, other) => one.at - other.at).at(-1);
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
    .filter(({ at, outcome }) => at >= toSecond(createdAt) && at <= endedAt && outcome === undefined)
    .toSorted((one, other) => one.at - other.at)
    .at(-1);
}

interface Telling {
  /** The line of the transaction tells who ended it with all its tasks, and why. */
  readonly withAll: boolean;
}

/** Times have seconds: of what happened in the same one, what leaves a task open comes first, and what closes it last. */
function eventsOf(task: ShownTask, words: HistoryWords, telling: Telling = { withAll: false }): HistoryEvent[] {
  const { leaving, ending } = partsOf(task, words, telling);
  return [...leaving, ...ending];
}

/** What left a task open, and its handlings and what closed it. */
function partsOf(task: ShownTask, words: HistoryWords, telling: Telling = { withAll: false }) {
  const records = task.records.map((record, index) => ofRecord(task, record, index, words));
  const changes = task.changes.map((change, index) => ({
    change,
    event: ofChange(task, change, index, { ...words, ...telling }),
  }));
  const leavesOpen = ({ to }: StateChange) => isOpen({ state: to });
  return {
    leaving: changes.filter(({ change }) => leavesOpen(change)).map(({ event }) => event),
    ending: [...records, ...changes.filter(({ change }) => !leavesOpen(change)).map(({ event }) => event)],
  };
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
  return { key: `event ${key}`, at: toSecond(at), kind: 'event', what };
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

function filled(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
