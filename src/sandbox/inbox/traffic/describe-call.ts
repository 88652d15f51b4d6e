import type { TrafficEntry } from '../../traffic.ts';
import type { Tone } from '../parts/chip.tsx';
import type { Texts } from '../texts/en.ts';
import { hideSignature } from './hide-signatures.ts';
import { codeOf, countTaskIds, type ReportItem, readErrors, readField, readReports } from './read-call.ts';

export interface CallWords {
  readonly texts: Texts['traffic'];
  nameOf(account: string): string;
  /** Of a task; undefined where it is not known. */
  nodeNameOf(taskId: string): string | undefined;
  /** Of a button, by the address of its call; undefined where it is not known. */
  buttonNameOf(path: string): string | undefined;
}

const SHORT_ID = 8;

/** What a call is about, in a sentence. */
export function describeCall(entry: TrafficEntry, words: CallWords): string {
  const { call: texts, calls, kinds } = words.texts;
  switch (entry.call) {
    case 'taskHandle': {
      const [first, ...others] = readReports(entry).map((item) => describeReport(item, words));
      if (first === undefined) return kinds.taskHandle;
      return others.length === 0 ? first : `${first} · ${calls.items(others.length + 1)}`;
    }
    case 'button': {
      const who = words.nameOf(readField(entry.body, 'accountName'));
      const node = entry.taskId === undefined ? undefined : words.nodeNameOf(entry.taskId);
      const button = words.buttonNameOf(entry.path);
      const pressed = button === undefined ? texts.pressedUnnamed(who) : texts.pressed(who, button);
      return node === undefined ? pressed : `${pressed} · ${node}`;
    }
    case 'messageSend': {
      const to = ['toPersons', 'toGroups', 'toDepts', 'toPhones', 'toEmails'].map((field) =>
        readField(entry.body, field),
      );
      const names = to.filter((each) => each !== '').flatMap((each) => each.split(',').map(words.nameOf));
      return texts.sent(readField(entry.body, 'data', 'title'), names.join(', '));
    }
    case 'taskStatus':
      return texts.asked(countTaskIds(entry));
    case 'token':
      return texts.token;
    case 'other':
      return `${entry.method} ${hideSignature(entry.path)}`;
  }
}

export function describeReport({ previousTaskId, status, next, isBeginning }: ReportItem, words: CallWords): string {
  const { status: texts } = words.texts.call;
  const previous = words.nodeNameOf(previousTaskId) ?? shorten(previousTaskId);
  const names = next.map(({ nodeName }) => nodeName).join(', ');
  if (status === 'end') return texts.end(previous);
  if (status === 'none') return texts.none(previous);
  return isBeginning ? texts.first(names) : texts.next(previous, names);
}

function shorten(taskId: string): string {
  return taskId.length > SHORT_ID ? `${taskId.slice(0, SHORT_ID)}…` : taskId;
}

/** How a call ended, in a word and a colour. */
export function outcomeOf(
  entry: TrafficEntry,
  texts: Texts['traffic'],
): { readonly tone: Tone; readonly text: string } {
  if (entry.ended === undefined) return { tone: 'accent', text: texts.calls.running };
  if (entry.status === undefined) return { tone: 'danger', text: texts.calls.noAnswer };
  if (entry.status >= 400) return { tone: 'danger', text: `HTTP ${entry.status}` };
  const errors = readErrors(entry);
  if (errors.length > 0) return { tone: 'warning', text: texts.call.errors(errors.length) };
  const code = codeOf(entry);
  if (code !== undefined && code !== 0) {
    const known = entry.call === 'button' ? texts.call.outcome.press[String(code)] : undefined;
    return {
      tone: 'warning',
      text: known === undefined ? texts.call.code(String(code)) : `${known.short} (${String(code)})`,
    };
  }
  return { tone: 'success', text: texts.call.accepted };
}
