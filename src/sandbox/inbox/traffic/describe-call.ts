import type { Tone } from '../../../page/parts/chip.tsx';
import type { TrafficAnswer } from '../../control/traffic-routes.ts';
import type { TrafficEntry } from '../../http/traffic.ts';
import { useCenter } from '../control/center.tsx';
import { useTexts } from '../settings/language.tsx';
import { codeOf, countQuestions, type ReportItem, readErrors, readField, readReports } from './read-call.ts';

/** What the center knows about calls. */
type Known = Pick<TrafficAnswer, 'tasks' | 'buttons'>;

interface CallDescriber {
  /** The content of a call in one sentence. */
  describeCall(entry: TrafficEntry): string;
  describeReport(report: ReportItem): string;
  /** The result of a call, in a word and a colour. */
  outcomeOf(entry: TrafficEntry): { readonly tone: Tone; readonly text: string };
}

const SHORT_ID = 8;

export function useCallDescriber({ tasks, buttons }: Known): CallDescriber {
  const { traffic, and } = useTexts();
  const { nameOf, groupName } = useCenter();
  const { call: texts, calls, kinds } = traffic;

  function describeReport({ previousTaskId, status, next, isBeginning }: ReportItem): string {
    const previous = tasks[previousTaskId]?.nodeName ?? `${previousTaskId.slice(0, SHORT_ID)}…`;
    const names = countNames(next.map(({ nodeName }) => nodeName)).join(and);
    if (status === 'end') return texts.status.end(previous);
    if (status === 'none') return texts.status.none(previous);
    return isBeginning ? texts.status.first(names) : texts.status.next(previous, names);
  }

  function describeCall(entry: TrafficEntry): string {
    switch (entry.call) {
      case 'taskHandle': {
        const [first, ...others] = readReports(entry, tasks).map(describeReport);
        if (first === undefined) return kinds.taskHandle;
        return others.length === 0 ? first : `${first} · ${calls.items(others.length + 1)}`;
      }
      case 'button': {
        const who = nameOf(readField(entry.body, 'accountName'));
        const button = buttons[entry.seq];
        const node = tasks[button?.taskId ?? entry.taskId ?? '']?.nodeName;
        return [texts.pressed(who, button?.name), node].filter(Boolean).join(' · ');
      }
      case 'messageSend': {
        const named = (field: string, name: (id: string) => string) =>
          readField(entry.body, field).split(',').filter(Boolean).map(name);
        const names = [
          ...named('toPersons', nameOf),
          ...named('toGroups', groupName),
          ...['toDepts', 'toPhones', 'toEmails'].flatMap((field) => named(field, String)),
        ];
        return texts.sent(readField(entry.body, 'data', 'title'), names.join(and));
      }
      case 'taskStatus':
        return texts.asked(countQuestions(entry));
      case 'token':
        return texts.token;
      case 'other':
        return `${entry.method} ${hideSignature(entry.path)}`;
    }
  }

  function outcomeOf(entry: TrafficEntry): { readonly tone: Tone; readonly text: string } {
    if (entry.ended === undefined) return { tone: 'accent', text: calls.running };
    if (entry.status === undefined) return { tone: 'danger', text: texts.noAnswer };
    if (entry.status >= 400) return { tone: 'danger', text: `HTTP ${entry.status}` };
    const { failed, expected } = readErrors(entry, tasks);
    if (failed > 0) return { tone: 'warning', text: texts.errors(failed) };
    const code = codeOf(entry);
    if (code !== undefined && code !== 0) return { tone: 'warning', text: texts.code(String(code)) };
    return { tone: 'success', text: expected.includes(2005) ? texts.repeated : texts.accepted };
  }

  return { describeCall, describeReport, outcomeOf };
}

/** Distinct names, with the number of occurrences if there are several: "Sign ×3". */
function countNames(names: readonly string[]): string[] {
  return [...new Set(names)].map((name) => {
    const count = names.filter((each) => each === name).length;
    return count === 1 ? name : `${name} ×${count}`;
  });
}

/** Anybody who has a signed address can call it. The page shows such addresses without their signatures. */

/** Replaces a signature. */
const HIDDEN = '<signature>';

/** `…/{key id}.{signature}` at the end of the path, as the bridge signs its addresses. */
const SIGNED_PATH = /(\/[^/?#.]+\.)[\w-]{32,}(?=[?#&]|$)/;
/** Addresses that are signed by a parameter. */
const SIGNED_QUERY = /([?&](?:sig|sign|signature|token|secret)=)[^&#]+/gi;
const ADDRESS = /^https?:\/\//;

export function hideSignature(address: string): string {
  return address.replace(SIGNED_PATH, `$1${HIDDEN}`).replace(SIGNED_QUERY, `$1${HIDDEN}`);
}

/** The same value with the signatures of all addresses in it hidden. */
export function hideSignatures(value: unknown): unknown {
  if (typeof value === 'string') return ADDRESS.test(value) ? hideSignature(value) : value;
  if (Array.isArray(value)) return value.map(hideSignatures);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, hideSignatures(field)]));
}
