import type { Walk } from './walk.ts';

/** A fault: how it is caused, found and mended. */
export interface Scene {
  readonly title: string;
  play(walk: Walk): Promise<void>;
}

/** Ids of what a command lists. */
export async function listIds(walk: Walk, id: string, ...args: readonly string[]): Promise<readonly string[]> {
  const rows = JSON.parse(await walk.ask(...args, '--json')) as readonly Readonly<Record<string, unknown>>[];
  return rows.map((row) => String(row[id]));
}

/** Whether `status` finds nothing to do. */
export async function isHealthy(walk: Walk): Promise<boolean> {
  const { problems } = JSON.parse(await walk.ask('status', '--json')) as { problems: readonly unknown[] };
  return problems.length === 0;
}

export const isOver = async (walk: Walk, instanceId: string): Promise<boolean> => {
  const { status } = JSON.parse(await walk.ask('instances', 'show', instanceId, '--json')) as { status: string };
  return status === 'ended';
};
