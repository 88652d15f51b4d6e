import type { Identity } from './host.ts';
import { DIRECTORY_TIMEOUT_MS, withTimeout } from './with-timeout.ts';

/** Whether the host provides the members of groups. */
export function asksForMembers(identity: Identity | 'trust-center'): boolean {
  return identity !== 'trust-center' && identity.membersOf !== undefined;
}

/** Asks the host for the members of groups; without an answer in time, a group has none. */
export async function askMembers(
  identity: Identity | 'trust-center',
  groups: Iterable<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Map(
    await Promise.all([...new Set(groups)].map(async (group) => [group, await membersOf(identity, group)] as const)),
  );
}

async function membersOf(identity: Identity | 'trust-center', group: string): Promise<readonly string[]> {
  if (identity === 'trust-center') return [];
  try {
    return (await withTimeout(DIRECTORY_TIMEOUT_MS, Promise.resolve(identity.membersOf?.(group)))) ?? [];
  } catch {
    // The system handler is used instead, or the step fails with `ERR_NO_HANDLER`.
    return [];
  }
}
