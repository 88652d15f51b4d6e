import { askMembers, asksForMembers } from '../../host/group-members.ts';
import type { Identity } from '../../host/host.ts';
import type { RunSettings } from '../state/run-settings.ts';

/** Members of groups, for reports of group tasks that nobody handled. A step is synchronous and uses those that are known. */
export interface KnownMembers {
  /** Asks the host for the members of these groups, also of those that are known already. */
  learn(groups: Iterable<string>): Promise<void>;
  /** The settings of a step with the members that are known now. */
  addTo(settings: RunSettings): RunSettings;
  /** Resolves when no question is open. */
  idle(): Promise<void>;
}

export function createKnownMembers(
  identity: Identity | 'trust-center',
  systemHandler: string | undefined,
): KnownMembers {
  const asksSomebody = asksForMembers(identity);
  const known = new Map<string, readonly string[]>();
  const open = new Set<Promise<void>>();

  async function ask(groups: Iterable<string>): Promise<void> {
    for (const [group, members] of await askMembers(identity, groups)) known.set(group, members);
  }

  return {
    async learn(groups) {
      if (!asksSomebody) return;
      const asking = ask(groups);
      open.add(asking);
      await asking;
      open.delete(asking);
    },
    addTo(settings) {
      if (!asksSomebody) return settings;
      const membersOf = (groups: readonly string[]) => groups.flatMap((group) => known.get(group) ?? []);
      return { ...settings, membersOf, standInFor: (groups) => membersOf(groups)[0] ?? systemHandler };
    },
    async idle() {
      await Promise.all(open);
    },
  };
}
