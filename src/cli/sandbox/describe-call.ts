import { centerTime } from '../../sandbox/center-time.ts';
import type { TrafficEntry } from '../../sandbox/http/traffic.ts';
import type { StatusProblem } from '../../sandbox/tasks/ask-status.ts';
import { isObject } from '../../sandbox/tasks/check-fields.ts';

/** Maximum number of ids in a line; more are only counted. */
const MOST_IDS = 3;

/**
 * Describes a call in one line: ids, and the codes and messages of the answer. Omits addresses of callbacks, because they
 * may be signed.
 * @param problems problems of a status answer
 * @param notes additional texts
 */
export function describeCall(
  entry: TrafficEntry,
  timeZone: string,
  problems: readonly StatusProblem[] = [],
  notes: readonly string[] = [],
): string {
  const parts = [
    centerTime(entry.at, timeZone).slice(11),
    entry.direction === 'in' ? '→ center' : 'center →',
    entry.call === 'other' ? `${entry.method} ${entry.path}` : entry.call,
    describeSubject(entry),
    entry.status === undefined ? describeNoAnswer(entry) : String(entry.status),
    describeAnswer(entry.answer),
    list(problems.map(describeProblem), '; '),
    ...notes,
    entry.fault === undefined ? '' : `(fault: ${entry.fault})`,
  ];
  return printable(parts.filter((part) => part !== '').join('  '));
}

function describeSubject({ call, body, taskId }: TrafficEntry): string {
  switch (call) {
    case 'taskHandle':
      return list(asArray(body).map((item) => `${field(item, 'previousTaskId')} ${field(item, 'status')}`.trim()));
    case 'messageSend':
      return field(body, 'sendId');
    case 'button':
      return [taskId ?? '', field(body, 'accountName')].join(' ').trim();
    case 'taskStatus':
      return list(asArray(isObject(body) ? body.taskIds : body).map(String));
    default:
      return '';
  }
}

function describeNoAnswer({ failure }: TrafficEntry): string {
  return failure === undefined ? 'no answer' : `no answer: ${failure}`;
}

function describeAnswer(answer: unknown): string {
  if (!isObject(answer)) return '';
  if (answer.code === undefined) return field(answer, 'error_description');
  const data = isObject(answer.data) ? answer.data : {};
  const failures = asArray(data.errorIds).map(
    (entry) => `${field(entry, 'code')} ${field(entry, 'taskId')}: ${field(entry, 'message')}`,
  );
  const unreached = asArray(data.errorList).map(
    (entry) => `${field(entry, 'receiverKey')}: ${field(entry, 'exceptionMessage')}`,
  );
  // As JSON, to distinguish the text "0", which is not a success, from the number.
  const whole = `code ${JSON.stringify(answer.code)} ${answer.code === 0 ? '' : field(answer, 'message')}`.trim();
  return [whole, list([...failures, ...unreached], '; ')].filter((part) => part !== '').join('  ');
}

function describeProblem({ taskId, message }: StatusProblem): string {
  return taskId === undefined ? message : `${taskId}: ${message}`;
}

function field(value: unknown, name: string): string {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Lists the first items, and the number of the others. */
export function list(texts: readonly string[], separator = ', '): string {
  const rest = texts.length - MOST_IDS;
  return [...texts.slice(0, MOST_IDS), ...(rest > 0 ? [`${rest} more`] : [])].join(separator);
}

/** Removes control characters, because input must not control the terminal or break the line. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '?');
}
