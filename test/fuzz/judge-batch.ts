import type { FuzzBridge } from './fuzz-bridge.ts';
import { type Applied, judgePress, type OpenTasks, verdictOf } from './judge-press.ts';
import { judgeQuestion } from './judge-question.ts';
import type { ChangedRow } from './row-watch.ts';
import type { PressTrial, QuestionTrial, Tried } from './trial.ts';

/** What is known of calls that were sent at once, and of what they did. */
export interface Batch {
  readonly tried: readonly Tried[];
  readonly open: OpenTasks;
  /** Calls that were applied until now, those of the batch among them. */
  readonly applied: Applied;
  readonly steps: number;
  readonly changedRows: readonly ChangedRow[];
}

export const isPress = (tried: Tried): tried is Tried<PressTrial> => tried.trial.what === 'press';
const isQuestion = (tried: Tried): tried is Tried<QuestionTrial> => tried.trial.what === 'question';

export function judgeBatch(batch: Batch, world: Pick<FuzzBridge, 'secrets' | 'wasClosed'>): readonly string[] {
  const { tried, open } = batch;
  const presses = tried.filter(isPress);
  const handled = presses.filter((each) => verdictOf(each) === 'applied').map(({ trial }) => trial.call.taskId);
  const pressed = new Set(handled);
  return [
    ...tried.flatMap((each) => tell(each, judgeForm(each, world.secrets))),
    ...presses.flatMap((each) => {
      const isOvertaken = pressed.has(each.trial.call.taskId);
      return tell(each, judgePress(each, open, batch.applied, isOvertaken));
    }),
    ...tried.filter(isQuestion).flatMap((each) => tell(each, judgeQuestion(each, world.wasClosed, pressed))),
    ...judgeRows(batch, presses, handled),
  ];
}

/** What any answer must be like. */
function judgeForm({ answer: { status, text, json } }: Tried, secrets: readonly string[]): string | undefined {
  if (status >= 500) return 'an error of the server';
  if (secrets.some((secret) => text.includes(secret))) return 'the answer tells a secret';
  if (json === undefined) return (status === 400 || status === 431) && text === '' ? undefined : 'no answer in JSON';
  if (typeof json.message !== 'string' || json.message === '') return 'an answer without words';
  return status !== 200 && (json.code !== status || json.data !== null) ? 'a refusal of another form' : undefined;
}

/** A step for each press that was applied and none beside; no row changed that is not theirs. */
function judgeRows({ steps, changedRows }: Batch, presses: readonly Tried<PressTrial>[], handled: readonly string[]) {
  const faults: string[] = [];
  if (steps !== handled.length) faults.push(`${steps} steps for ${handled.length} presses`);
  if (new Set(handled).size < handled.length) faults.push('a task was handled twice');
  const instances = new Set(handled.map(instanceOf));
  const decided = new Set(
    presses.filter((each) => verdictOf(each) !== undefined).map(({ trial }) => trial.call.taskId),
  );
  for (const { table, owner } of changedRows) {
    const isTheirs = table === 'presses' ? decided.has(owner) : instances.has(instanceOf(owner));
    if (!isTheirs) faults.push(`a row of ${table} changed that belongs to ${owner || 'nobody'}`);
  }
  return [...new Set(faults)];
}

/** Ids of tasks are those of their instance and a number. */
function instanceOf(id: string): string {
  return id.replace(/\.\d+$/, '');
}

function tell({ trial, answer }: Tried, fault: string | undefined): readonly string[] {
  if (fault === undefined) return [];
  const { method, path, headers, body } = trial.request;
  const sent = { ...(trial.what === 'press' && { call: trial.call }), method, path, headers, body: body?.toString() };
  const heard = `${answer.status} ${answer.text.slice(0, 300)}`;
  return [`${fault}: ${trial.kinds.join('; ')}: answered ${heard}: ${JSON.stringify(sent).slice(0, 1500)}`];
}
