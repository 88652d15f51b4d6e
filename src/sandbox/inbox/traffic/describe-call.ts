import type { Tone } from '../../../page/parts/chip.tsx';
import type { TrafficEntry } from '../../http/traffic.ts';
import type { Texts } from '../texts/en.ts';
import { hideSignature } from './hide-signatures.ts';
import {
  codeOf,
  isRepeatedPress,
  pressKey,
  type ReportItem,
  readErrors,
  readExpected,
  readField,
  readQuestions,
  readReports,
} from './read-call.ts';
import type { NamedInCalls } from './use-calls.ts';

export interface CallWords {
  readonly texts: Texts['traffic'];
  readonly named: NamedInCalls;
  /** The calls are filtered by it. */
  readonly transactionId?: string | undefined;
  nameOf(account: string): string;
  groupName(group: string): string;
}

const SHORT_ID = 8;

/** The content of a call in one sentence. */
export function describeCall(entry: TrafficEntry, words: CallWords): string {
  const { call: texts, calls, kinds } = words.texts;
  switch (entry.call) {
    case 'taskHandle': {
      const [first, ...others] = readReports(entry, words.named).map((item) => describeReport(item, words));
      if (first === undefined) return kinds.taskHandle;
      return others.length === 0 ? first : `${first} · ${calls.items(others.length + 1)}`;
    }
    case 'button': {
      const who = words.nameOf(readField(entry.body, 'accountName'));
      const button = words.named.buttons[entry.seq];
      const node = words.named.tasks[button?.taskId ?? entry.taskId ?? '']?.nodeName;
      const pressed = button === undefined ? texts.pressedUnnamed(who) : texts.pressed(who, button.name);
      return node === undefined ? pressed : `${pressed} · ${node}`;
    }
    case 'messageSend': {
      const named = (field: string, nameOf: (id: string) => string) =>
        readField(entry.body, field).split(',').filter(Boolean).map(nameOf);
      const names = [
        ...named('toPersons', words.nameOf),
        ...named('toGroups', words.groupName),
        ...['toDepts', 'toPhones', 'toEmails'].flatMap((field) => named(field, String)),
      ];
      return texts.sent(readField(entry.body, 'data', 'title'), names.join(words.texts.comma));
    }
    case 'taskStatus':
      return describeQuestion(entry, words);
    case 'token':
      return texts.token;
    case 'other':
      return `${entry.method} ${hideSignature(entry.path)}`;
  }
}

/** With the tasks of the transaction that the calls are filtered by. */
function describeQuestion(entry: TrafficEntry, { texts, named, transactionId }: CallWords): string {
  const questions = readQuestions(entry);
  const own = questions.flatMap(({ taskId }) => {
    const task = named.tasks[taskId];
    return transactionId !== undefined && task?.transactionId === transactionId ? [task.nodeName] : [];
  });
  if (own.length === 0) return texts.call.asked(questions.length);
  return texts.call.askedOf(countNames(own).join(texts.comma), questions.length - own.length);
}

export function describeReport(report: ReportItem, words: CallWords): string {
  const { previousTaskId, status, next, isBeginning, handler, handlerName, handleStatus } = report;
  const { status: texts } = words.texts.call;
  const previous = words.named.tasks[previousTaskId]?.nodeName ?? shorten(previousTaskId);
  const names = countNames(next.map(({ nodeName }) => nodeName)).join(words.texts.comma);
  const isByOther = handlerName !== '' && handlerName !== words.nameOf(handler) && handleStatus !== '';
  // Of an event that took the task away, or of somebody whose name is not told.
  if (isByOther && status === 'next' && !isBeginning)
    return texts.nextByOther(previous, { who: handlerName, what: handleStatus }, names);
  if (status === 'end') return texts.end(previous);
  if (status === 'none') return texts.none(previous);
  return isBeginning ? texts.first(names) : texts.next(previous, names);
}

/** Distinct names, with the number of occurrences if there are several: "Sign ×3". */
function countNames(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`));
}

/** The number of the transaction of a call; undefined if it has none or several. */
export function serialNumberOf(entry: TrafficEntry, named: NamedInCalls): string | undefined {
  const [number = '', ...others] = numbersOf(entry, named);
  return others.length === 0 && number !== '' ? number : undefined;
}

/** The numbers of all transactions that a call is about; empty for one without. */
export function numbersOf(entry: TrafficEntry, named: NamedInCalls): readonly string[] {
  const { tasks, buttons } = named;
  const ofMessage = named.messages[entry.seq]?.serialNumber;
  const numberOf = (taskId: string) => (tasks[taskId] === undefined ? [] : [tasks[taskId].serialNumber ?? '']);
  const numbers = new Set([
    ...numberOf(buttons[entry.seq]?.taskId ?? entry.taskId ?? ''),
    ...(ofMessage === undefined ? [] : [ofMessage]),
    ...readReports(entry, named).flatMap(({ previousTaskId, next }) => [
      ...numberOf(previousTaskId),
      ...next.map(({ serialNumber }) => serialNumber),
    ]),
    ...readQuestions(entry).flatMap(({ taskId }) => numberOf(taskId)),
  ]);
  return [...numbers];
}

function shorten(taskId: string): string {
  return taskId.length > SHORT_ID ? `${taskId.slice(0, SHORT_ID)}…` : taskId;
}

export const OUTCOMES = ['accepted', 'failed', 'unanswered', 'running', 'struck'] as const;
/** `failed`: in whole or in part. `struck`: by a fault, whatever the answer. */
export type Outcome = (typeof OUTCOMES)[number];

interface ShownOutcome {
  readonly kind: Exclude<Outcome, 'struck'>;
  readonly tone: Tone;
  readonly text: string;
}

/** The result of a call, in a word and a colour. */
export function outcomeOf(entry: TrafficEntry, { texts, named }: Pick<CallWords, 'texts' | 'named'>): ShownOutcome {
  if (entry.ended === undefined) return { kind: 'running', tone: 'accent', text: texts.calls.running };
  if (entry.status === undefined) return { kind: 'unanswered', tone: 'danger', text: texts.calls.noAnswer };
  const failed = (tone: Tone, text: string): ShownOutcome => ({ kind: 'failed', tone, text });
  if (entry.status >= 400) return failed('danger', `HTTP ${entry.status}`);
  const errors = readErrors(entry, named);
  if (errors.length > 0) return failed('warning', texts.call.errors(errors.length));
  const code = codeOf(entry);
  if (code !== undefined && code !== 0) {
    const known = entry.call === 'button' ? texts.call.outcome.press[pressKey(entry, code)] : undefined;
    return failed(
      'warning',
      known === undefined ? texts.call.code(String(code)) : texts.call.precisely(known.short, String(code)),
    );
  }
  const isRepeat =
    isRepeatedPress(entry) ||
    named.messages[entry.seq]?.isRepeat === true ||
    readExpected(entry, named).includes('repeat');
  return { kind: 'accepted', tone: 'success', text: isRepeat ? texts.call.repeated : texts.call.accepted };
}

/** Whether a call had an outcome that a person filters by; empty: any. */
export function hasOutcome(entry: TrafficEntry, outcome: '' | Outcome, words: CallWords): boolean {
  if (outcome === '') return true;
  return outcome === 'struck' ? entry.fault !== undefined : outcomeOf(entry, words).kind === outcome;
}
