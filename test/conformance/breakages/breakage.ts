/** A center that breaks one rule: a sandbox with somebody between it and the others who changes what they say. */

import type { ProxiedAnswer, ProxiedCall } from '../../support/flaky-proxy.ts';
import { MESSAGE_PATH, type RawObject, TASK_PATH } from '../../support/inner/conformance.ts';
import type { Between } from '../between.ts';

/** What the center does, and the rule that must be found broken. */
export type Breakage = readonly [rule: string, does: string, between: Between];

export type Change = (raw: RawObject) => RawObject;
type AnswerChange = (answer: RawAnswer, sent: unknown) => RawAnswer;

interface RawAnswer {
  readonly status: number;
  readonly body: RawObject;
}

const isTask = ({ path }: ProxiedCall) => path.endsWith(TASK_PATH);
const isMessage = ({ path }: ProxiedCall) => path.endsWith(MESSAGE_PATH);
const isToken = ({ path }: ProxiedCall) => path.endsWith('/oauth2/token');
const isQuestion = ({ path }: ProxiedCall) => path.startsWith('/status');

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export const isObject = (value: unknown): value is RawObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const asObject = (value: unknown): RawObject => (isObject(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
/** Whether a message goes to this channel alone. */
export const goesTo = ({ sendType }: RawObject, channel: string): boolean =>
  listOf(sendType).length === 1 && listOf(sendType)[0] === channel;
const eachIn = (value: unknown, change: Change): unknown =>
  Array.isArray(value) ? value.map((each: unknown) => (isObject(each) ? change(each) : each)) : value;

// What comes in, before the sandbox sees it.

const bodies = (isMeant: (call: ProxiedCall) => boolean, change: (raw: unknown) => unknown): Between => ({
  called: (call) => {
    const raw = parse(call.body);
    return isMeant(call) && typeof raw !== 'string'
      ? call.forward({ body: JSON.stringify(change(raw)) })
      : call.forward();
  },
});

/** The body of a call of task handling. */
export const taskBody = (change: (raw: unknown) => unknown): Between => bodies(isTask, change);
export const eachItem = (change: Change): Between => taskBody((raw) => eachIn(raw, change));
export const eachNext = (change: Change): Between =>
  eachItem((item) => ('next' in item ? { ...item, next: eachIn(item.next, change) } : item));
export const eachAction = (change: Change): Between =>
  eachNext((next) => ('actions' in next ? { ...next, actions: eachIn(next.actions, change) } : next));
export const eachPreviousAction = (change: Change): Between =>
  eachItem((item) =>
    'previousActions' in item ? { ...item, previousActions: eachIn(item.previousActions, change) } : item,
  );
export const eachMessage = (change: Change): Between => bodies(isMessage, (raw) => (isObject(raw) ? change(raw) : raw));
export const eachData = (change: Change): Between =>
  eachMessage((message) => (isObject(message.data) ? { ...message, data: change(message.data) } : message));

export const eachForm = (change: (form: URLSearchParams) => void): Between => ({
  called(call) {
    if (!isToken(call)) return call.forward();
    const form = new URLSearchParams(call.body);
    change(form);
    return call.forward({ body: form.toString() });
  },
});

/** The call itself, but for its body. */
export const eachCall = (change: (call: ProxiedCall) => Partial<ProxiedCall>): Between => ({
  called: (call) => call.forward(change(call)),
});

// What goes out of the sandbox as an answer.

const changed = (answer: ProxiedAnswer, change: (answer: RawAnswer) => RawAnswer): ProxiedAnswer => {
  const { status, body } = change({ status: answer.status, body: asObject(parse(answer.body)) });
  return { ...answer, status, body: JSON.stringify(body) };
};
const answers = (isMeant: (call: ProxiedCall) => boolean, change: AnswerChange): Between => ({
  called: async (call) => {
    const answer = await call.forward();
    return isMeant(call) ? changed(answer, (raw) => change(raw, parse(call.body))) : answer;
  },
});

export const anyAnswer = (change: AnswerChange): Between => answers(() => true, change);
export const tokenAnswer = (change: Change): Between =>
  answers(isToken, ({ status, body }) => ({ status, body: change(body) }));
export const taskAnswer = (change: Change): Between =>
  answers(isTask, ({ status, body }) => ({ status, body: change(body) }));
export const messageAnswer = (change: (body: RawObject, sent: RawObject) => RawObject): Between =>
  answers(isMessage, ({ status, body }, sent) => ({ status, body: change(body, asObject(sent)) }));
/** The data of the answer to a message that was sent. */
export const sentData = (change: (data: RawObject, sent: RawObject) => RawObject): Between =>
  messageAnswer((body, sent) => (isObject(body.data) ? { ...body, data: change(body.data, sent) } : body));
/** The list of failures. */
export const entries = (change: (errorIds: readonly RawObject[]) => unknown): Between =>
  taskAnswer((body) => {
    const { errorIds } = asObject(body.data);
    return Array.isArray(errorIds) ? { ...body, data: { errorIds: change(errorIds as RawObject[]) } } : body;
  });
export const eachEntry = (change: Change): Between => entries((errorIds) => errorIds.map(change));

// What the sandbox calls, and what it is answered.

/** A press on its way out. */
export const eachPress = (change: (call: ProxiedCall) => Partial<ProxiedCall>): Between => ({
  calls: (call) => (isQuestion(call) ? call.forward() : call.forward(change(call))),
});
export const pressBody = (change: Change): Between =>
  eachPress(({ body }) => (body === '' ? {} : { body: JSON.stringify(change(asObject(parse(body)))) }));
export const questionBody = (change: (raw: RawObject) => unknown): Between => ({
  calls: (call) =>
    isQuestion(call) ? call.forward({ body: JSON.stringify(change(asObject(parse(call.body)))) }) : call.forward(),
});
export const stateAnswer = (change: Change): Between => ({
  calls: async (call) =>
    isQuestion(call)
      ? changed(await call.forward(), ({ status, body }) => ({ status, body: change(body) }))
      : call.forward(),
});
export const eachState = (change: Change): Between =>
  stateAnswer((body) => ({ ...body, data: eachIn(body.data, change) }));
/** taskData of those that are not in progress. */
export const eachTaskData = (change: (taskData: RawObject, taskStatus: unknown) => RawObject): Between =>
  eachState((entry) =>
    entry.taskStatus === 'IN_PROGRESS'
      ? entry
      : { ...entry, taskData: change(asObject(entry.taskData), entry.taskStatus) },
  );

// Changes.

/** The center takes an object without the field. */
export const fill =
  (field: string, value: unknown): Change =>
  (raw) =>
    raw[field] === undefined || raw[field] === null || raw[field] === '' ? { ...raw, [field]: value } : raw;
/** The center passes over the field. */
export const drop =
  (...fields: readonly string[]): Change =>
  (raw) =>
    Object.fromEntries(Object.entries(raw).filter(([name]) => !fields.includes(name)));
/** The center takes one value for another. */
export const swap =
  (field: string, from: unknown, to: unknown): Change =>
  (raw) =>
    raw[field] === from ? { ...raw, [field]: to } : raw;
/** The center refuses the field, whatever it is. */
export const refuse =
  (field: string): Change =>
  (raw) =>
    raw[field] === undefined || raw[field] === null ? raw : { ...raw, [field]: { refused: true } };
/** The center takes numbers, and lists, for texts. */
export const loosen =
  (...fields: readonly string[]): Change =>
  (raw) =>
    Object.fromEntries(
      Object.entries(raw).map(([name, value]) => [
        name,
        fields.includes(name) && typeof value !== 'string' && value !== null ? String(value) : value,
      ]),
    );
/** The center looks at the first of a list alone. */
export const firstOf =
  (field: string): Change =>
  (raw) =>
    typeof raw[field] === 'string' ? { ...raw, [field]: raw[field].split(',')[0] } : raw;
