import type { ActionType } from '../../../protocol/constants.ts';
import type { DiagramAnswer } from '../../control/diagram-routes.ts';
import type { CenterTransaction } from '../../state/center-state.ts';
import type { CenterButton } from '../../tasks/center-button.ts';
import type { Resource } from '../control/use-resource.ts';

/** What is known of the state on which the buttons of a task depend. */
export interface ButtonSituation {
  /** In the center. */
  readonly isSuspended: boolean;
  /** All open tasks of the transaction are: counts for a handled one if the business system gives no status. */
  readonly isMatterSuspended: boolean;
  /** The transaction is concluded, terminated or revoked. */
  readonly isOver: boolean;
  /** The status that the business system gives with its diagram. */
  readonly diagram: Pick<Resource<DiagramAnswer>, 'data' | 'failure'>;
}

/** Whether a transaction has ended, by a report or in the center. */
export function isOver({ conclusions, ended }: CenterTransaction): boolean {
  return conclusions.length > 0 || ended !== undefined;
}

/** Why a button may not work; the keys of its text. */
export type Doubt = 'over' | 'untold' | 'running' | 'resumed' | 'suspended' | 'resting' | 'pressed';

/** These act on a transaction that is still running. */
const NEED_RUNNING: ReadonlySet<ActionType> = new Set(['BREAK_UP', 'REVOKE', 'PROMOTER']);

const HAS_ENDED: ReadonlySet<string> = new Set(['ended', 'terminated', 'revoked']);

/** These are accepted while the process is suspended. */
const WHILE_SUSPENDED: ReadonlySet<ActionType> = new Set(['ACTIVE', 'BREAK_UP', 'REVOKE']);

/**
 * Whether a button can work: `useless` if the center and the business system agree that it cannot. A doubt if only one
 * of them says so: after a lost answer, or because another task of the process was suspended.
 */
function judgeButton({ type }: CenterButton, situation: ButtonSituation): 'usable' | 'useless' | Doubt {
  const { isSuspended, isMatterSuspended, isOver: hasEnded, diagram } = situation;
  if (hasEnded && NEED_RUNNING.has(type)) return 'useless';
  if (hasEnded && type === 'HANDLEDR') return 'over';
  const status = diagram.data?.diagram.status;
  // The center was not told yet: a report is missing.
  if (status !== undefined && HAS_ENDED.has(status)) return 'untold';
  const isLoading = diagram.data === undefined && diagram.failure === undefined;
  if (isSuspended && status === 'running') return type === 'ACTIVE' ? 'resumed' : 'usable';
  if (isSuspended) {
    if (WHILE_SUSPENDED.has(type)) return 'usable';
    if (isLoading || status === 'suspended') return 'useless';
    return type === 'HANG_UP' ? 'suspended' : 'resting';
  }
  if (type === 'ACTIVE' && status !== 'suspended') return isLoading || status === 'running' ? 'useless' : 'running';
  const rests = status === undefined ? isMatterSuspended : status === 'suspended';
  return rests && !WHILE_SUSPENDED.has(type) ? 'resting' : 'usable';
}

export interface JudgedButton {
  readonly button: CenterButton;
  readonly doubt?: Doubt;
}

/** Without the buttons that cannot work. */
export function judgeButtons(buttons: readonly CenterButton[], situation: ButtonSituation): JudgedButton[] {
  return buttons.flatMap((button) => {
    const verdict = judgeButton(button, situation);
    if (verdict === 'useless') return [];
    return [verdict === 'usable' ? { button } : { button, doubt: verdict }];
  });
}

/** Whether the process rests: as the business system says, else as the center knows. */
export function isProcessResting({ isSuspended, diagram }: ButtonSituation): boolean {
  const status = diagram.data?.diagram.status;
  return status === undefined ? isSuspended : status === 'suspended';
}
