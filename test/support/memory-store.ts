import type { InstanceChange, Verdict } from '../../src/plugin/index.ts';

/** A store of instances in memory, with everything that was saved. Each method can be replaced, to break the store. */
export interface MemoryStore {
  readonly changes: InstanceChange[];
  load(instanceId: string): Promise<{ revision: number; state: string | null; snapshot: string } | undefined>;
  save(change: InstanceChange): Promise<boolean>;
  findPress(replayKey: string): Promise<Verdict | undefined>;
  readKept(instanceId: string): Promise<Pick<InstanceChange, 'wakeAt' | 'waitsFor' | 'tasks'>>;
  listUndelivered(instanceId: string): Promise<{ reports: string[]; messages: string[]; jobs: string[] }>;
}

export function createMemoryStore(): MemoryStore {
  const changes: InstanceChange[] = [];
  const of = (instanceId: string) => changes.filter((change) => change.instanceId === instanceId);
  return {
    changes,
    async load(instanceId) {
      const last = of(instanceId).at(-1);
      return last && { revision: last.revision, state: last.state, snapshot: last.snapshot };
    },
    async save(change) {
      // As a database does it: read whole, or not at all.
      const copy = structuredClone(change);
      if ((of(change.instanceId).at(-1)?.revision ?? 0) !== change.revision - 1) return false;
      changes.push(copy);
      return true;
    },
    async findPress(replayKey) {
      return changes.find(({ press }) => press?.replayKey === replayKey)?.press?.verdict;
    },
    async readKept(instanceId) {
      const all = of(instanceId);
      const tasks = new Map(all.flatMap(({ tasks: each }) => each.map((task) => [task.taskId, task])));
      const { wakeAt = null, waitsFor = [] } = all.at(-1) ?? {};
      return { wakeAt, waitsFor, tasks: [...tasks.values()] };
    },
    async listUndelivered(instanceId) {
      const all = of(instanceId);
      const gone = new Set(all.flatMap(({ jobsGone }) => jobsGone));
      return {
        reports: all.flatMap(({ reports }) => reports.map(({ reportId }) => reportId)),
        messages: all.flatMap(({ messages }) => messages.map(({ sendId }) => sendId)),
        jobs: all.flatMap(({ jobs }) => jobs.map(({ jobId }) => jobId)).filter((jobId) => !gone.has(jobId)),
      };
    },
  };
}
