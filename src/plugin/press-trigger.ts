import type { Button, PreviousButton } from '../model/process-model.ts';
import type { Verdict } from '../protocol/verdict.ts';
import type { InstanceInfo } from './run-settings.ts';
import type { Trigger } from './trigger.ts';

/** A button press that was found to be right. */
export interface RightPress {
  readonly taskId: string;
  readonly button: Button;
  readonly account: string;
  readonly opinions: string | null;
  readonly pressedAt: number;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * What a button sets in motion (design, Operations).
 * @param concludesItself whether the center concludes a transaction by itself after its own BREAK_UP and REVOKE buttons
 */
export function triggerOf(press: RightPress, instance: Initiator, concludesItself: boolean): Trigger {
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
        handlerName: nameOf(instance, account),
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

/**
 * The answer to a button that tells the process something, where nothing listens. Of one that may be used so many times
 * it is a refusal, since the center counts what was taken.
 */
export function unheard({ label, times }: Pick<PreviousButton, 'label' | 'times'>): Verdict {
  const message = `${label}: nothing in the process listened to it`;
  return { kind: times === undefined ? 'applied' : 'stale', message };
}

type Initiator = Pick<InstanceInfo, 'initiator' | 'initiatorName'>;

/** The name to show for an account: of all accounts only the initiator's is known. */
export function nameOf({ initiator, initiatorName }: Initiator, account: string): string {
  return account === initiator ? (initiatorName ?? account) : account;
}
