/** Checks by hand of rules and probes, done in our sandbox. */
import type { Probe } from '../../src/conformance/probes/probe.ts';
import type { Rule, Tried } from '../../src/conformance/rules/rule.ts';
import type { Center } from '../support/inner/conformance.ts';
import type { SandboxAccess } from './sandbox-access.ts';
import { actionItemSeen } from './seen/action-item.ts';
import { authenticationSeen } from './seen/authentication.ts';
import { buttonsSeen } from './seen/buttons.ts';
import { limitsSeen } from './seen/limits.ts';
import { messageEndpointSeen } from './seen/message-endpoint.ts';
import { messageFieldsSeen } from './seen/message-fields.ts';
import { nextTaskSeen } from './seen/next-task.ts';
import { PROBES_SEEN } from './seen/probes.ts';
import type { SeenOf } from './seen/seen-of.ts';
import { taskEndpointSeen } from './seen/task-endpoint.ts';
import { taskItemSeen } from './seen/task-item.ts';
import { taskStatusSeen } from './seen/task-status.ts';

const SEEN: SeenOf = {
  ...{ ...authenticationSeen, ...messageFieldsSeen, ...messageEndpointSeen, ...taskItemSeen, ...nextTaskSeen },
  ...{ ...actionItemSeen, ...taskEndpointSeen, ...limitsSeen, ...buttonsSeen },
  ...taskStatusSeen,
};

/** Tries the rule; with a sandbox, also does what it leaves to be checked by hand. */
export async function tryRule(rule: Rule, center: Center, access: SandboxAccess | undefined): Promise<Tried> {
  const tried = await rule.tryIn(center);
  if (access === undefined || tried.byHand === undefined) return tried;
  const see = SEEN[rule.id];
  if (see === undefined) throw new Error(`test/conformance/seen has no check of "${rule.id}"`);
  await see(access, tried.made as never, center);
  return {};
}

/** The reading that the probe finds; with a sandbox, also by what it leaves to be checked by hand. */
export async function readProbe(
  { name, ask }: Probe,
  center: Center,
  access: SandboxAccess,
): Promise<string | undefined> {
  const seen = await ask(center);
  return seen.reading ?? (await PROBES_SEEN[name]?.(access, seen.made as never, center));
}
