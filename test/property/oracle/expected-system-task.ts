/** When the center shows a task that nobody handles, so that a running instance has an open one. */

/** A node that holds a token while no person has to act. */
export interface Holder {
  readonly nodeId: string;
  readonly origin: string | null;
  readonly isJob: boolean;
  /** Of a timer. */
  readonly dueAt: number | null;
}

/** The open one. */
export interface SystemTask {
  readonly label: string;
  readonly nodeId: string;
  /** Where the process waits instead, and since when. */
  readonly next: { readonly nodeId: string; readonly since: number } | null;
}

export interface SystemBook {
  readonly open: SystemTask | null;
  /** Nodes that were named since a person last acted. */
  readonly named: readonly string[];
  readonly count: number;
}

export const NO_SYSTEM_TASK: SystemBook = { open: null, named: [], count: 0 };

interface Step {
  /** In the order in which they got their tokens. */
  readonly holders: readonly Holder[];
  readonly createsTasks: boolean;
  readonly ended: boolean;
  readonly now: number;
  readonly holdMs: number;
}

/** @returns the open one after the step, before another is opened; when it must move on; whether the step closes it */
export function reviewSystemTask(
  { open, named }: SystemBook,
  { holders, createsTasks, ended, now, holdMs }: Step,
): { readonly kept: SystemTask | null; readonly dueAt: number | null; readonly closes: boolean } {
  if (!open) return { kept: null, dueAt: null, closes: false };
  if (createsTasks || ended) return { kept: null, dueAt: null, closes: true };
  const latest = holders.at(-1);
  if (!latest || holders.some(({ nodeId }) => nodeId === open.nodeId) || named.includes(latest.nodeId))
    return { kept: { ...open, next: null }, dueAt: null, closes: false };
  const next = open.next?.nodeId === latest.nodeId ? open.next : { nodeId: latest.nodeId, since: now };
  const isSoon = latest.isJob || (latest.dueAt !== null && latest.dueAt <= next.since + holdMs);
  const dueAt = isSoon ? next.since + holdMs : next.since;
  return dueAt <= now ? { kept: null, dueAt: null, closes: true } : { kept: { ...open, next }, dueAt, closes: false };
}

export function openSystemTask({ named, count }: SystemBook, { nodeId }: Holder): SystemBook & { open: SystemTask } {
  const open = { label: `[${nodeId}].${count + 1}`, nodeId, next: null };
  return { open, named: [...named.filter((each) => each !== nodeId), nodeId], count: count + 1 };
}
