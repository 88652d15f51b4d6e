import { UUID_HEADER } from '../../protocol/button-callback.ts';
import { tookPress } from '../http/call-out.ts';
import type { TrafficEntry } from '../http/traffic.ts';
import type { Switches } from '../setup/switches.ts';
import type { CenterTask } from '../state/center-state.ts';
import type { CenterButton } from './center-button.ts';
import { isObject } from './check-fields.ts';

/**
 * Finds the button that a call pressed: by the address of the call, and by `nextNodeKey` when buttons share an address.
 * @param candidates buttons, with what belongs to each
 * @returns undefined when none fits, or several
 */
export function findPressedButton<Candidate extends { readonly button: CenterButton }>(
  candidates: readonly Candidate[],
  { path, body }: TrafficEntry,
): Candidate | undefined {
  const atPath = candidates.filter(({ button }) => isAt(button, path));
  const key = isObject(body) ? body.nextNodeKey : '';
  const meant = atPath.length === 1 ? atPath : atPath.filter(({ button }) => (button.nextNodeKey ?? '') === key);
  return meant.length === 1 ? meant[0] : undefined;
}

/** A GET has the parameters appended to the url. */
function isAt({ url }: CenterButton, path: string): boolean {
  return path.startsWith(url) && ['', '?', '&'].includes(path.charAt(url.length));
}

/** A press that is in the traffic, as far as a repeat of it needs it. */
interface EarlierPress {
  readonly button: CenterButton;
  readonly isTaken: boolean;
}

/** Finds the press that a call with its uuid repeats: of the same task and person. */
export function findEarlierPress(
  traffic: readonly TrafficEntry[],
  task: CenterTask,
  { account, uuid }: { readonly account: string; readonly uuid?: string },
  switches: Switches,
): EarlierPress | undefined {
  if (uuid === undefined) return undefined;
  const calls = traffic.filter(
    (entry) =>
      entry.call === 'button' &&
      entry.taskId === task.taskId &&
      entry.headers[UUID_HEADER] === uuid &&
      accountOf(entry) === account,
  );
  const [first] = calls;
  const button = first && buttonOf(task, first);
  return button && { button, isTaken: calls.some((entry) => isTaken(entry, switches)) };
}

/** Whether the business system has accepted the press of a call. */
function isTaken({ status, answer, failure, ended }: TrafficEntry, switches: Switches): boolean {
  return (
    ended !== undefined && tookPress({ status, body: answer, ...(failure !== undefined && { failure }) }, switches)
  );
}

function buttonOf({ buttons }: CenterTask, entry: TrafficEntry): CenterButton | undefined {
  const candidates = buttons.map((button) => ({ button }));
  return findPressedButton(candidates, entry)?.button;
}

function accountOf({ body }: TrafficEntry): string {
  return isObject(body) && typeof body.accountName === 'string' ? body.accountName : '';
}
