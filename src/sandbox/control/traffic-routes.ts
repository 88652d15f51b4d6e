import * as z from 'zod';
import { CALL_KINDS, type CallKind, type TrafficEntry } from '../http/traffic.ts';
import { findTransactionAbout } from '../messages/link-message.ts';
import type { CenterState, CenterTask } from '../state/center-state.ts';
import { asArray, isObject } from '../tasks/check-fields.ts';
import { findPressedButton } from '../tasks/find-pressed-button.ts';
import { defineRoute } from './control-route.ts';

/** Answer of `GET /traffic`. */
export interface TrafficAnswer {
  /** Another one after a restart: the calls are counted from 1 again. */
  readonly run: string;
  /** In the order in which they started. */
  readonly calls: readonly TrafficEntry[];
  /** The tasks that these calls name and the center knows, by taskId, with details that the calls do not contain. */
  readonly tasks: Readonly<Record<string, CalledTask>>;
  /** The buttons that these calls pressed, by the seq of the call. */
  readonly buttons: Readonly<Record<string, CalledButton>>;
  /** Of the calls that are about one transaction with a serial number, by the seq of the call. */
  readonly serialNumbers: Readonly<Record<string, string>>;
  /**
   * Give this as `after` next time: all calls up to it have ended. A call that is still in progress, and calls that
   * started after it, are returned again.
   */
  readonly resumeAfter: number;
  /** Whether matching calls were left out because of `limit`: later ones with `after`, otherwise earlier ones. */
  readonly hasMore: boolean;
}

/** A task that a call names. */
export interface CalledTask extends Pick<CenterTask, 'nodeName' | 'repetition' | 'handlers' | 'groups'> {
  readonly transactionId: string;
}

/** A button that a call pressed. */
export interface CalledButton {
  /** The label of the button. */
  readonly name: string;
  readonly taskId: string;
}

const text = z.string().min(1, 'must not be empty');
const MAX_LIMIT = 1000;

const count = (message: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number);
const limit = count(`must be a whole number from 1 to ${MAX_LIMIT}`).refine((n) => n >= 1 && n <= MAX_LIMIT, {
  error: `must be a whole number from 1 to ${MAX_LIMIT}`,
});

const query = z.strictObject({
  after: count('must be the seq of a call').exactOptional(),
  before: count('must be the seq of a call').exactOptional(),
  limit: limit.default(200),
  serialNumber: text.exactOptional(),
  transactionId: text.exactOptional(),
  taskId: text.exactOptional(),
  direction: z.enum(['in', 'out'], { error: 'must be in or out' }).exactOptional(),
  call: z.enum(CALL_KINDS, { error: `must be one of ${CALL_KINDS.join(', ')}` }).exactOptional(),
});

export const TRAFFIC_ROUTES = [
  defineRoute('GET /traffic', {
    title: 'traffic',
    takes: '`after` and `before` are a seq, `limit` is 200, 1000 at most, `direction` in or out',
    query,
    answers:
      '`calls`; the `tasks` that they name, by taskId, and the `buttons` that they press, by `seq`, as the center has them; `serialNumbers`, by `seq`, of calls that are about one transaction; `resumeAfter`, to give as `after` next time: calls still in progress are returned again; `hasMore`; `run`, another one after a restart, when `seq` begins again. Without `after`, the latest calls, or the latest before `before`',
    example: { serialNumber: 'L-1', limit: '20' },
    answer({ query: { after, before, limit: most, ...filter } }, { sandbox, center, run }): TrafficAnswer {
      const { traffic } = sandbox;
      const isAsked = ({ seq }: TrafficEntry) => seq > (after ?? 0) && seq < (before ?? Infinity);
      const fitting = traffic.filter(createCallFilter(center, filter)).filter(isAsked);
      const calls = after === undefined ? fitting.slice(-most) : fitting.slice(0, most);
      const hasMore = calls.length < fitting.length;
      const running = traffic.find(({ ended, seq }) => ended === undefined && seq > (after ?? 0));
      const end = hasMore && after !== undefined ? calls.at(-1)?.seq : traffic.at(-1)?.seq;
      return {
        run,
        calls,
        ...nameCalled(center, calls),
        resumeAfter: Math.min(end ?? after ?? 0, (running?.seq ?? Infinity) - 1),
        hasMore,
      };
    },
  }),
];

function nameCalled(
  center: CenterState,
  calls: readonly TrafficEntry[],
): Pick<TrafficAnswer, 'tasks' | 'buttons' | 'serialNumbers'> {
  const buttons = Object.fromEntries(calls.flatMap((entry) => findPressed(center, entry)));
  const tasksOf = (entry: TrafficEntry) => {
    const pressed = buttons[entry.seq]?.taskId;
    const taskIds = [...taskIdsOf(entry), ...(pressed === undefined ? [] : [pressed])];
    return taskIds.flatMap((taskId) => center.tasks.get(taskId) ?? []);
  };
  const numbers = calls.flatMap((entry): [number, string][] => {
    const about = [transactionIdOfMessage(center, entry), ...tasksOf(entry).map(({ transactionId }) => transactionId)];
    const [transactionId = '', ...others] = new Set(about.filter((id) => id !== undefined));
    const { serialNumber } = center.transactions.get(transactionId) ?? {};
    return serialNumber === undefined || others.length > 0 ? [] : [[entry.seq, serialNumber]];
  });
  const tasks = calls.flatMap(tasksOf).map((task) => [task.taskId, describeTask(task)] as const);
  return { buttons, tasks: Object.fromEntries(tasks), serialNumbers: Object.fromEntries(numbers) };
}

function describeTask({ nodeName, repetition, handlers, groups, transactionId }: CenterTask): CalledTask {
  return { nodeName, handlers, groups, transactionId, ...(repetition !== undefined && { repetition }) };
}

/** A press that the center did not offer does not name its task, so all tasks are searched. */
function findPressed({ tasks }: CenterState, entry: TrafficEntry): [number, CalledButton][] {
  const { seq, call, taskId } = entry;
  if (call !== 'button') return [];
  const searched = taskId === undefined ? [...tasks.values()] : [tasks.get(taskId)];
  const there = searched.flatMap((task) => (task?.buttons ?? []).map((button) => ({ task, button })));
  const found = findPressedButton(there, entry);
  return found?.task === undefined ? [] : [[seq, { name: found.button.name, taskId: found.task.taskId }]];
}

/** Which calls to find; an omitted field matches all calls. */
interface CallFilter {
  readonly serialNumber?: string;
  readonly transactionId?: string;
  readonly taskId?: string;
  readonly direction?: TrafficEntry['direction'];
  readonly call?: CallKind;
}

/** Whether a call matches. A message belongs to a transaction as far as the ids of a bridge tell. */
function createCallFilter(center: CenterState, filter: CallFilter): (entry: TrafficEntry) => boolean {
  const { serialNumber, transactionId, taskId, direction, call } = filter;
  const isOf = (found: string | undefined) =>
    (transactionId === undefined || found === transactionId) &&
    (serialNumber === undefined || center.transactions.get(found ?? '')?.serialNumber === serialNumber);
  const isAboutIt = (id: string) =>
    (taskId === undefined || id === taskId) &&
    isOf(center.tasks.get(id)?.transactionId ?? center.transactionOfUnknown.get(id));
  const isMessageAboutIt = (entry: TrafficEntry) => {
    const found = taskId === undefined ? transactionIdOfMessage(center, entry) : undefined;
    return found !== undefined && isOf(found);
  };
  const isAnyone = serialNumber === undefined && transactionId === undefined && taskId === undefined;
  const isAsked = (entry: TrafficEntry) =>
    (direction === undefined || entry.direction === direction) && (call === undefined || entry.call === call);
  // Of a task that was not created, the call itself says to which transaction it was to belong.
  const isByName = (entry: TrafficEntry) =>
    serialNumber !== undefined &&
    taskId === undefined &&
    transactionId === undefined &&
    nextOf(entry).some((next) => next.serialNumber === serialNumber);
  return (entry) =>
    isAsked(entry) && (isAnyone || taskIdsOf(entry).some(isAboutIt) || isMessageAboutIt(entry) || isByName(entry));
}

/** Bodies do not change, and neither does what a message is about once it is known. */
const aboutKnown = new WeakMap<TrafficEntry, string>();

/** The transaction that the message of a call is about, as far as the ids of a bridge tell. */
function transactionIdOfMessage(center: CenterState, entry: TrafficEntry): string | undefined {
  const { call, body } = entry;
  if (call !== 'messageSend' || !isObject(body) || typeof body.sendId !== 'string') return undefined;
  const transactionId = aboutKnown.get(entry) ?? findTransactionAbout(center, body.sendId)?.transactionId;
  if (transactionId !== undefined) aboutKnown.set(entry, transactionId);
  return transactionId;
}

/** The ids of all tasks that a call names, whether the center knows them or not. */
function taskIdsOf(entry: TrafficEntry): string[] {
  const { call, body, taskId } = entry;
  if (call === 'button') return taskId === undefined ? [] : [taskId];
  if (call === 'taskStatus') return asArray(isObject(body) ? body.taskIds : body).map(String);
  if (call !== 'taskHandle') return [];
  return [
    ...asArray(body)
      .filter(isObject)
      .map((item) => item.previousTaskId),
    ...nextOf(entry).map((n) => n.taskId),
  ]
    .filter((id) => typeof id === 'string')
    .map(String);
}

function nextOf({ call, body }: TrafficEntry) {
  if (call !== 'taskHandle') return [];
  return asArray(body)
    .filter(isObject)
    .flatMap(({ next }) => asArray(next).filter(isObject));
}
