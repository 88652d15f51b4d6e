import { MAX_STATUS_BODY } from './fuzz-bridge.ts';
import type { WireRequest } from './http-client.ts';
import { isObject } from './make-call.ts';
import type { QuestionTrial, Tried } from './trial.ts';

/**
 * What is wrong with the answer to a question, of which everything is known beforehand.
 * @param wasClosed before it was asked
 * @param pressed tasks that were handled while it was asked
 */
export function judgeQuestion(
  { trial, answer }: Tried<QuestionTrial>,
  wasClosed: (taskId: string) => boolean,
  pressed: ReadonlySet<string>,
): string | undefined {
  if (!trial.isAddressed) return answer.status === 200 ? 'answered at an address that was not signed' : undefined;
  // The HTTP server itself refused what no client sends.
  if (answer.json === undefined) return trial.way === 'honest' ? 'an honest question was refused' : undefined;
  const expected = expectAnswer(trial.request);
  if (answer.status !== expected.status) return `should have been answered ${expected.status}`;
  const { code, data } = answer.json;
  if (expected.ids === undefined) return undefined;
  if (code !== 0 || !Array.isArray(data)) return 'accepted without an answer';
  const told = data.map((entry) => (isObject(entry) ? entry.taskId : entry));
  if (JSON.stringify(told) !== JSON.stringify([...new Set(expected.ids)])) return 'not one entry for each id in order';
  const isTrue = (entry: unknown) => {
    const { taskId, taskStatus, taskData } = entry as Record<string, unknown>;
    const isPending = taskStatus === 'IN_PROGRESS' && JSON.stringify(taskData) === '{}';
    if (pressed.has(String(taskId))) return isPending || isFinished(taskStatus, taskData);
    return wasClosed(String(taskId)) ? isFinished(taskStatus, taskData) : isPending;
  };
  return data.every(isTrue) ? undefined : 'a state is wrong';
}

function isFinished(status: unknown, data: unknown): boolean {
  if (status !== 'FINISH' || !isObject(data)) return false;
  const isHandled = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(data.handleTime));
  return isHandled && ['anna', 'bo'].includes(String(data.handler)) && ['next', 'end'].includes(String(data.status));
}

/** By the words of the spec, and by the order of the checks. */
function expectAnswer({ method, headers, body = Buffer.alloc(0) }: WireRequest): {
  readonly status: number;
  readonly ids?: readonly string[];
} {
  if (method !== 'POST' && method !== 'PUT') return { status: 405 };
  if (body.length > MAX_STATUS_BODY) return { status: 413 };
  if (!/^application\/json(;|$)/i.test(headers['content-type'] ?? '')) return { status: 415 };
  try {
    const json: unknown = JSON.parse(body.toString().replace(/^\ufeff/, ''));
    const ids = isObject(json) ? json.taskIds : json;
    const isList = Array.isArray(ids) && ids.every((id) => typeof id === 'string' && id !== '');
    return isList ? { status: 200, ids } : { status: 400 };
  } catch {
    return { status: 400 };
  }
}
