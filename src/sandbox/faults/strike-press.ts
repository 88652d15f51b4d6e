/** Applies a fault to a press, in addition to faults on the way of its call. */

import type { IdTokens } from '../http/id-tokens.ts';
import type { Directory } from '../setup/directory.ts';
import type { CenterTask } from '../state/center-state.ts';
import type { CenterButton } from '../tasks/center-button.ts';
import type { Strike } from './create-faults.ts';
import type { FaultName } from './known-faults.ts';
import type { RotatingSeal } from './rotating-seal.ts';

export interface StruckPress {
  readonly task: CenterTask | undefined;
  /** Undefined when the center offers none: a call that a test constructed. */
  readonly button: CenterButton | undefined;
  readonly account: string;
}

/** Whether a fault can strike this press. */
export function canStrikePress(directory: Required<Directory>, press: StruckPress): (fault: FaultName) => boolean {
  return (fault) => {
    switch (fault) {
      case 'late-click':
        return press.button?.type === 'HANDLE';
      case 'two-members':
        return press.button !== undefined && findOtherMember(directory, press) !== undefined;
      default:
        return true;
    }
  };
}

/** Another member of the groups of a task. */
export function findOtherMember(directory: Required<Directory>, { task, account }: StruckPress): string | undefined {
  return directory.groups
    .filter(({ id }) => task?.groups.includes(id))
    .flatMap(({ members }) => members)
    .find((member) => member !== account);
}

/** Rotates the keys of the callbacks before the press that is struck. */
export function rotateKeys(strike: Strike | undefined, seal: RotatingSeal, idTokens: IdTokens): void {
  if (strike?.fault === 'cipher-rotated') seal.rotate(strike.key);
  if (strike?.fault === 'id-token-key-rotated') idTokens.rotate(strike.keepsOld);
}
