import { hasSigned, type MayHandle } from '../plugin/may-handle.ts';
import type { Relation, Right } from '../plugin/press-rights.ts';
import type { InstanceRow, TaskRow } from '../store/port.ts';

/** Whether an account is, to one of these tasks or to their process, one of those a right is for. */
export type Authorize = (
  right: Right,
  account: string,
  instance: Pick<InstanceRow, 'initiator'>,
  tasks: readonly TaskRow[],
) => Promise<boolean>;

export function createAuthorize(mayHandle: MayHandle): Authorize {
  const relations: Readonly<
    Record<Relation, (account: string, initiator: string, task: TaskRow | undefined) => boolean | Promise<boolean>>
  > = {
    initiator: (account, initiator) => account === initiator,
    'handled-it': (account, _initiator, task) =>
      task !== undefined && (hasHandled(task, account) || hasSigned(task, account)),
    handler: (account, _initiator, task) => task !== undefined && mayHandle(task, account),
  };
  return async ({ who }, account, { initiator }, tasks) => {
    // Groups are asked last: that is a call to the host.
    for (const relation of ['initiator', 'handled-it', 'handler'] as const) {
      if (!who.includes(relation)) continue;
      for (const task of tasks.length > 0 ? tasks : [undefined]) {
        if (await relations[relation](account, initiator, task)) return true;
      }
    }
    return false;
  };
}

/** Whoever a report names for what the system did has not handled it. */
function hasHandled({ state, handler, handlerName }: TaskRow, account: string): boolean {
  return (state === 'FINISH' || state === 'TURN') && handlerName === null && handler === account;
}
