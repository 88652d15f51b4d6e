import type { ActionType } from '../../../protocol/constants.ts';
import type { DiagramAnswer } from '../../control/diagram-routes.ts';
import type { CenterTransaction } from '../../state/center-state.ts';
import type { CenterButton } from '../../tasks/center-button.ts';
import type { Resource } from '../control/use-resource.ts';
import type { Texts } from '../texts/en.ts';

/** What is known of the state on which the buttons of a task depend. */
export interface ButtonSituation {
  /** In the center. */
  readonly isSuspended: boolean;
  /** The transaction is concluded, terminated or revoked. */
  readonly isOver: boolean;
  /** The status that the business system gives with its diagram. */
  readonly diagram: Pick<Resource<DiagramAnswer>, 'data' | 'failure'>;
}

/** Whether a transaction has ended, by a report or in the center. */
export function isOver({ conclusions, ended }: CenterTransaction): boolean {
  return conclusions.length > 0 || ended !== undefined;
}

type Doubt = 'over' | 'running' | 'suspended';

/** These act on a transaction that is still running. */
const NEED_RUNNING: ReadonlySet<ActionType> = new Set(['BREAK_UP', 'REVOKE', 'PROMOTER']);

/**
 * Whether a button can work: `useless` if the center and the business system agree that it cannot. A doubt if only the
 * center says so, which may not know the state: after a lost answer, or because another task was suspended.
 */
function judgeButton({ type }: CenterButton, situation: ButtonSituation): 'usable' | 'useless' | Doubt {
  const { isSuspended, isOver: hasEnded, diagram } = situation;
  if (hasEnded && NEED_RUNNING.has(type)) return 'useless';
  if (hasEnded && type === 'HANDLEDR') return 'over';
  const state = isSuspended ? 'suspended' : 'running';
  if (type !== (isSuspended ? 'HANG_UP' : 'ACTIVE')) return 'usable';
  const isLoading = diagram.data === undefined && diagram.failure === undefined;
  return isLoading || diagram.data?.diagram.status === state ? 'useless' : state;
}

export interface JudgedButton {
  readonly button: CenterButton;
  /** Why it may not work. */
  readonly doubt?: string;
}

/** Without the buttons that cannot work. */
export function judgeButtons(
  buttons: readonly CenterButton[],
  situation: ButtonSituation,
  { buttons: texts }: Texts,
): JudgedButton[] {
  return buttons.flatMap((button) => {
    const verdict = judgeButton(button, situation);
    if (verdict === 'useless') return [];
    return [verdict === 'usable' ? { button } : { button, doubt: texts.doubts[verdict](button.name) }];
  });
}
