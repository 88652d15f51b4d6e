import { askMembers, asksForMembers } from '../../host/group-members.ts';
import type { Identity } from '../../host/host.ts';
import type { RunSettings } from '../../plugin/state/run-settings.ts';

type StandInFor = RunSettings['standInFor'];
type MembersOf = NonNullable<RunSettings['membersOf']>;

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

export function createStandIns(identity: Identity | 'trust-center', systemHandler: string | undefined): StandIns {
  const asksSomebody = asksForMembers(identity);

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
      const members = await askMembers(identity, wanted);
      const membersOf = (groups: readonly string[]) => groups.flatMap((group) => members.get(group) ?? []);
      return run((groups) => membersOf(groups)[0] ?? systemHandler, membersOf);
    },
  };
}
