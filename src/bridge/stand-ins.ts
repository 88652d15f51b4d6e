import type { Identity } from '../host.ts';
import type { CompiledDefinition } from '../plugin/definition.ts';
import type { RunSettings } from '../plugin/run-settings.ts';
import type { Store } from '../store/port.ts';

/**
 * Finds, before a step, who is named in a report for a task of a group that an event of the process ends: the first
 * member of its groups, else the system handler. A step itself asks nobody.
 */
export type FindStandIns = (instanceId: string, definition: CompiledDefinition) => Promise<RunSettings['standInFor']>;

export function createFindStandIns(
  store: Store,
  identity: Identity | 'trust-center',
  systemHandler: string | undefined,
): FindStandIns {
  return async (instanceId, { model }) => {
    if (identity === 'trust-center' || !identity.membersOf || !canInterrupt(model)) return () => systemHandler;
    const open = await store.listTasks({ instanceId, state: 'IN_PROGRESS', limit: MAX_OPEN_TASKS });
    const members = new Map<string, string | undefined>();
    for (const group of new Set(open.flatMap(({ handlingGroups }) => handlingGroups))) {
      members.set(group, await firstMember(identity, group));
    }
    return (groups) =>
      groups.map((group) => members.get(group)).find((member) => member !== undefined) ?? systemHandler;
  };
}

/** A directory that fails must not stop the step: somebody else stands in, or the step says who is missing. */
async function firstMember(identity: Identity, group: string): Promise<string | undefined> {
  try {
    return (await identity.membersOf?.(group))?.[0];
  } catch {
    return undefined;
  }
}

/** More open tasks of groups than any instance has. */
const MAX_OPEN_TASKS = 10_000;

function canInterrupt({ events }: CompiledDefinition['model']): boolean {
  return [...events.values()].some(
    ({ role }) => (role.kind === 'boundary' || role.kind === 'start') && role.interrupting,
  );
}
