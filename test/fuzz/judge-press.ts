import { OPINIONS, type OpenTask } from './fuzz-bridge.ts';
import type { Call } from './known.ts';
import { isObject, TIMES } from './make-call.ts';
import type { PressTrial, Tried } from './trial.ts';

/** Where each task stood when the calls were sent. */
export type OpenTasks = ReadonlyMap<string, OpenTask>;
/** What was applied: what it said, by replay key. */
export type Applied = ReadonlyMap<string, string>;

export function replayKeyOf({ uuid, taskId, actionKey }: Call): string {
  return JSON.stringify([uuid, taskId, actionKey]);
}

export function verdictOf({ answer }: Tried<PressTrial>): unknown {
  const data = answer.json?.data;
  return answer.status === 200 && isObject(data) ? data.verdict : undefined;
}

/**
 * What is wrong with the answer to a press.
 * @param applied with those of the same batch
 * @param isOvertaken whether another call of the batch handled the task
 */
export function judgePress(tried: Tried<PressTrial>, open: OpenTasks, applied: Applied, isOvertaken: boolean) {
  const { trial, answer } = tried;
  const verdict = verdictOf(tried);
  if (answer.text.includes(OPINIONS)) return 'the answer tells the opinions';
  if (/\b(anna|bo|chen)\b|博/i.test(answer.text)) return 'the answer names an account';
  if (verdict === 'failed') return 'the step failed';
  if (verdict === 'applied') return mayApply(trial, open) ? undefined : 'applied what was not pressed';
  if (verdict === 'duplicate') {
    const isRepeat = applied.get(replayKeyOf(trial.call)) === sayingOf(trial.call);
    return isRepeat ? undefined : 'taken for a repeat of what was never applied';
  }
  if (answer.json?.code === 0) return 'code 0 without a step';
  if (trial.way === 'honest' && !(isOvertaken && verdict === 'stale')) return 'an honest press was refused';
  return undefined;
}

/** Whether somebody pressed this: the handler of a task that is open, on one of its buttons, at a time there is. */
function mayApply({ call, mayDo }: PressTrial, open: OpenTasks): boolean {
  const task = open.get(call.taskId);
  const button = task?.buttons.find(({ actionKey }) => actionKey === call.actionKey);
  if (!task || !button || mayDo === 'nothing') return false;
  if (!call.isTokenGood || call.tokenOf !== task.handler || !/^[\x21-\x7e]{1,128}$/.test(call.uuid)) return false;
  if (mayDo === 'anything') return true;
  if (!isObject(call.parameters)) return false;
  const { accountName, time, nextNodeKey = null } = call.parameters;
  const isTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(time)) && !TIMES.includes(time);
  return (
    accountName === task.handler && isTime && [null, '', button.nextNodeKey].includes(nextNodeKey as string | null)
  );
}

/** What a repeat must say too; empty and absent are the same. */
export function sayingOf({ parameters }: Call): string {
  const { accountName, time, opinions, nextNodeKey } = isObject(parameters) ? parameters : {};
  return JSON.stringify([accountName, time, opinions || null, nextNodeKey || null]);
}
