/** What the checks find in a sandbox of buttons, messages and status requests. */
import type { Center, RawObject } from '../../support/inner/conformance.ts';
import type { ReceivedCall } from '../listener.ts';
import type { SandboxAccess } from '../sandbox-access.ts';

export const TIME = '2025-06-01 10:00:00';

export const lastCall = (access: SandboxAccess): ReceivedCall | undefined => access.system.received.at(-1);

export const lastQuestion = (access: SandboxAccess): ReceivedCall | undefined =>
  access.system.received.findLast(({ path }) => path === '/status');

export const stateOf = (access: SandboxAccess, center: Center, taskId: string): string =>
  access.pending(center.variables.ACCOUNT).find((task) => task.taskId === taskId)?.state ?? 'not pending';

/** Says this of the task, lets the center ask, and returns what it found wrong. */
export async function answer(
  access: SandboxAccess,
  taskId: string,
  taskStatus: string,
  taskData: RawObject,
): Promise<readonly { readonly message: string }[]> {
  access.system.say(taskId, taskStatus, taskData);
  const runs = await access.runNightly();
  access.system.say(taskId, 'IN_PROGRESS', {});
  return runs.flatMap(({ problems }) => problems).filter((problem) => problem.taskId === taskId);
}

export const deliveriesOf = (access: SandboxAccess, sendId: string): readonly string[] =>
  (access.sentMessage(sendId)?.deliveries ?? []).map(({ channel, receiver }) => `${channel} ${receiver}`);

export const messageOf = (access: SandboxAccess, center: Center, sendId: string, side?: 'mobile') =>
  access.messages(center.variables.ACCOUNT, side).find((each) => each.sendId === sendId);
