import type { Identity } from '../../host.ts';
import { withTimeout } from '../../plugin/live/with-timeout.ts';
import type { RunSettings } from '../../plugin/state/run-settings.ts';

type StandInFor = RunSettings['standInFor'];
type MembersOf = NonNullable<RunSettings['membersOf']>;

/** How long the directory of the host may take: a step waits for it, and behind it the instance. */
const DIRECTORY_TIMEOUT_MS = 2_000;

/**
 * Finds who is named in a report for a task of a group that an event of the process ended: the first member of its
 * groups, else the system handler.
 */
export interface StandIns {
  /**
   * Runs a step, which itself asks nobody. The directory is asked only when the step names somebody of a group, and then
   * the step is run again with what it said; one that fails or takes too long says nothing.
   * @param run may be called twice, with the same result but for the names
   */
  withStandIns<Result>(run: (standInFor: StandInFor, membersOf: MembersOf) => Promise<Result>): Promise<Result>;
}

/** Whether the host's directory says who is in a group. */
export function asksForMembers(identity: Identity | 'trust-center'): boolean {
  return identity !== 'trust-center' && identity.membersOf !== undefined;
}

export function createStandIns(identity: Identity | 'trust-center', systemHandler: string | undefined): StandIns {
  const asksSomebody = asksForMembers(identity);

  async function askMembers(group: string): Promise<readonly string[]> {
    if (identity === 'trust-center') return [];
    try {
      return (await withTimeout(DIRECTORY_TIMEOUT_MS, Promise.resolve(identity.membersOf?.(group)))) ?? [];
    } catch {
      // Somebody else stands in, or the step says who is missing.
      return [];
    }
  }

  return {
    async withStandIns(run) {
      const wanted = new Set<string>();
      const result = await run(
        (groups) => {
          for (const group of groups) wanted.add(group);
          return systemHandler ?? (asksSomebody ? 'somebody of the group' : undefined);
        },
        () => [],
      );
      if (wanted.size === 0 || !asksSomebody) return result;
      const members = new Map(
        await Promise.all([...wanted].map(async (group) => [group, await askMembers(group)] as const)),
      );
      const membersOf = (groups: readonly string[]) => groups.flatMap((group) => members.get(group) ?? []);
      return run((groups) => membersOf(groups)[0] ?? systemHandler, membersOf);
    },
  };
}
