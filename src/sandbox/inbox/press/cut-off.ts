import { forget, recall, remember } from '../../../page/settings/remember.ts';
import type { CenterButton } from '../../tasks/center-button.ts';

/** A press that got no answer from the sandbox, as it can be repeated. */
interface CutOffPress {
  readonly button: CenterButton;
  readonly opinions: string;
  readonly uuid: string;
}

const nameOf = (account: string, taskId: string) => `press.${JSON.stringify([account, taskId])}`;

/** Kept in this browser, so that it is still offered to try it again when the person returns to the task. */
export function rememberCutOff(account: string, taskId: string, press: CutOffPress): void {
  remember(nameOf(account, taskId), JSON.stringify(press));
}

export function recallCutOff(account: string, taskId: string): CutOffPress | undefined {
  const kept = recall(nameOf(account, taskId));
  return kept === undefined ? undefined : (JSON.parse(kept) as CutOffPress);
}

export function forgetCutOff(account: string, taskId: string): void {
  forget(nameOf(account, taskId));
}
