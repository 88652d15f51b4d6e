import type { Walk } from './walk.ts';

/** A fault: how it is caused, found and fixed. */
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

/** Whether no report is on its way: one whose outcome is lost in a fault would be sent twice, and left for a person to judge. */
export async function isDelivered(walk: Walk): Promise<boolean> {
  const { reports } = JSON.parse(await walk.ask('status', '--json')) as { reports: { pending: number } };
  return reports.pending === 0;
}

/** Beyond what a command takes to start. */
const LONG_MS = 10_000;

/** Waits until the next attempt of a pending report is far away, so that nothing but a command ends the pause. */
export async function waitForLongPause(walk: Walk): Promise<void> {
  await walk.until('The pauses between the attempts have grown', async () => {
    const args = ['outbox', 'list', '--state', 'pending', '--json'];
    const rows = JSON.parse(await walk.ask(...args)) as readonly { readonly dueAt: number }[];
    return rows.some(({ dueAt }) => dueAt > Date.now() + LONG_MS);
  });
}

export const isOver = async (walk: Walk, instanceId: string): Promise<boolean> => {
  const { status } = JSON.parse(await walk.ask('instances', 'show', instanceId, '--json')) as { status: string };
  return status === 'ended';
};

/** The open incident of an instance, once there is one. */
export async function findIncident(walk: Walk, instanceId: string): Promise<string> {
  const find = async () => (await listIds(walk, 'incidentId', 'incidents', 'list', '--instance', instanceId))[0];
  await walk.until('There is an incident', async () => (await find()) !== undefined);
  return (await find()) ?? '';
}

/** Whether Bo has a task of each of these instances in the center. */
export function hasTaskOf(walk: Walk, ...instanceIds: readonly string[]): boolean {
  const tasks = walk.sandbox.pending('bo');
  return instanceIds.every((id) => tasks.some(({ taskId }) => taskId.startsWith(`${id}.`)));
}
