import type { InstanceInfo } from '../../state/run-settings.ts';
import type { Trigger } from '../trigger.ts';
import type { AllowedPress } from './press-task.ts';

/**
 * Converts a press into the trigger of a step.
 * @param settings `concludesItself`: the center itself concludes a transaction after its own BREAK_UP and REVOKE
 * buttons; `systemName`: the display name if no name of the account is known
 */
export function triggerOf(
  press: AllowedPress,
  instance: Initiator,
  { concludesItself, systemName }: { readonly concludesItself: boolean; readonly systemName: string },
): Trigger {
  const { button, account, opinions, pressedAt, variables } = press;
  const handleStatus = button.label;
  switch (button.type) {
    case 'HANDLE':
      return { kind: 'press', ...press };
    case 'TRANSFER':
      if (button.effect.kind === 'claim' || button.effect.kind === 'release')
        return { kind: button.effect.kind, ...press, handleStatus, handlerName: null };
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
      return { kind: 'notify', button, account, opinions, variables };
  }
}

type Initiator = Pick<InstanceInfo, 'initiator' | 'initiatorName'>;

/** The display name of an account: from the host, else the stored name of the initiator. Never the account itself. */
export function shownNameOf(
  { initiator, initiatorName }: Initiator,
  account: string,
  personName: string | null | undefined,
): string | null {
  return personName ?? (account === initiator ? initiatorName : null);
}
