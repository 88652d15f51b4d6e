import type { Identity } from '../../host/host.ts';
import { DIRECTORY_TIMEOUT_MS, withTimeout } from '../../host/with-timeout.ts';
import type { DeploymentRule } from '../../model/files/deployment-rules.ts';
import type { Problem } from '../../model/problem.ts';
import type { UnhandledGroupTask } from '../../model/rules/shared/unhandled-endings.ts';
import type { CompiledDefinition } from '../../plugin/compile-definition.ts';

/**
 * The rule `stand-in-not-member`, which is not in `model/rules` because it asks the host's directory: whether the account
 * that reports name for tasks of a group is a member of the group. The center accepts only handlers of the task (spec, task
 * handling request: handler). Groups that the diagram names by expressions are not checked.
 * @returns the definition with a warning for each task without such an account
 */
export async function checkStandInsAreMembers(
  definition: CompiledDefinition,
  identity: Identity | 'trust-center',
  systemHandler: string | undefined,
): Promise<CompiledDefinition> {
  if (identity === 'trust-center' || definition.unhandledGroupTasks.length === 0) return definition;
  const groups = new Set(definition.unhandledGroupTasks.flatMap((task) => task.groups));
  const asked = await Promise.all(
    [...groups].map(async (group) => ((await hasNobody(group, identity, systemHandler)) ? group : undefined)),
  );
  const empty = new Set(asked);
  const found = definition.unhandledGroupTasks.flatMap((task) => {
    const without = task.groups.every((group) => empty.has(group)) ? task.groups : [];
    return without.length === 0 ? [] : [describe(task, systemHandler)];
  });
  return { ...definition, problems: [...definition.problems, ...found] };
}

async function hasNobody(group: string, identity: Identity, systemHandler: string | undefined): Promise<boolean> {
  if (identity.membersOf) {
    const members = await ask(() => identity.membersOf?.(group));
    if (members === undefined || members.length > 0) return false;
  }
  return systemHandler === undefined || (await ask(() => identity.isMember(group, systemHandler))) === false;
}

/** Returns undefined if the directory failed or timed out. */
async function ask<Answer>(question: () => Answer | Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await withTimeout(DIRECTORY_TIMEOUT_MS, (async () => question())());
  } catch {
    return undefined;
  }
}

function describe({ nodeId, nodeName, groups }: UnhandledGroupTask, systemHandler: string | undefined): Problem {
  const names = groups.map((group) => `"${group}"`).join(', ');
  const who =
    systemHandler === undefined
      ? `identity.membersOf returns nobody for its group ${names}, and defaults.systemHandler is not set`
      : `defaults.systemHandler "${systemHandler}" is not a member of its group ${names}`;
  return {
    severity: 'warning',
    rule: 'stand-in-not-member' satisfies DeploymentRule,
    elementId: nodeId,
    reason: `The user task "${nodeName}" may end while it is assigned to a group and nobody has handled it, and ${who}: the center may refuse the report.`,
    remedy: 'Make defaults.systemHandler a member of the group, in the center too, or provide identity.membersOf.',
  };
}
