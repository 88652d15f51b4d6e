import type { Identity } from '../../host/host.ts';
import { withTimeout } from '../../host/with-timeout.ts';
import type { RunSettings } from '../../plugin/state/run-settings.ts';

type StandInFor = RunSettings['standInFor'];
type MembersOf = NonNullable<RunSettings['membersOf']>;

/** Timeout of the host's directory: the step and all later steps of the instance wait for it. */
const DIRECTORY_TIMEOUT_MS = 2_000;

/**
 * Finds the account that a report names for a group task that was ended before anybody handled it: the first member of
 * its groups, else the system handler.
 */
export interface StandIns {
  /**
   * Runs a step, which is synchronous and cannot ask the directory itself. If the step needs members of a group, the
   * directory is asked and the step runs again with the members; without an answer in time, the group has none.
   * @param run may be called twice; both results differ only in the accounts
   */
  withStandIns<Result>(run: (standInFor: StandInFor, membersOf: MembersOf) => Promise<Result>): Promise<Result>;
}

/** Whether the host provides the members of groups. */
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
      // The system handler is used instead, or the step fails with `ERR_NO_HANDLER`.
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
