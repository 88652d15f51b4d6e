import type { Button } from '../../model/process-model.ts';
import type { InstanceInfo } from '../state/run-settings.ts';
import type { Trigger } from './trigger.ts';

/** A button press that was found to be right. */
export interface RightPress {
  readonly taskId: string;
  readonly button: Button;
  readonly account: string;
  /** Name that others are shown for them; null: there is none; absent: the host tells no names. */
  readonly personName?: string | null | undefined;
  /** Whether they are no handler of the task, and may act for those who are. */
  readonly actsForOthers?: boolean;
  readonly opinions: string | null;
  readonly pressedAt: number;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * What a button sets in motion (design, Operations).
 * @param settings whether the center concludes a transaction by itself after its own BREAK_UP and REVOKE buttons, and the
 * name that is shown where nobody's is known
 */
export function triggerOf(
  press: RightPress,
  instance: Initiator,
  { concludesItself, systemName }: { readonly concludesItself: boolean; readonly systemName: string },
): Trigger {
  const { button, account, opinions, pressedAt, variables } = press;
  const handleStatus = button.label;
  switch (button.type) {
    case 'HANDLE':
      return { kind: 'press', ...press };
    case 'TRANSFER':
      return { kind: 'hand-over', ...press, to: undefined, handleStatus, handlerName: null };
    case 'CIRCULARIZE':
      return { kind: 'circulate', ...press, to: undefined };
    case 'HANG_UP':
      return { kind: 'suspend' };
    case 'ACTIVE':
      return { kind: 'activate' };
    case 'BREAK_UP':
    case 'REVOKE':
      return {
        kind: 'end',
        as: button.type === 'REVOKE' ? 'revoked' : 'terminated',
        account,
        handlerName: shownNameOf(instance, account, press.personName) ?? systemName,
        opinions,
        handleStatus,
        reported: !concludesItself,
        pressedAt,
      };
    case 'PROMOTER':
    case 'HANDLEDR':
    case 'DEAL':
    case 'ALL':
      return { kind: 'tell', button, account, opinions, variables };
  }
}

type Initiator = Pick<InstanceInfo, 'initiator' | 'initiatorName'>;

/** The name to show for an account: as the host tells it, else that of the initiator is known. Never the account itself. */
export function shownNameOf(
  { initiator, initiatorName }: Initiator,
  account: string,
  personName: string | null | undefined,
): string | null {
  return personName ?? (account === initiator ? initiatorName : null);
}
