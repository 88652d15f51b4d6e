import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MemoryStore } from '../support/memory-store.ts';

export type Change = Parameters<MemoryStore['save']>[0];

/** What is wrong in a store, and the rule that says so. */
type Breakage = readonly [what: string, rule: RegExp, breakStore: (store: MemoryStore) => Partial<MemoryStore>];

const PARTS = ['state', 'snapshot', 'tasks', 'reports', 'messages', 'jobs', 'waitsFor', 'press'] as const;

/** As a collation does that ignores case: the id that is stored already, whatever its case. */
function lower({ changes }: MemoryStore, instanceId: string): string {
  const same = changes.find((change) => change.instanceId.toLowerCase() === instanceId.toLowerCase());
  return same?.instanceId ?? instanceId;
}

export const BROKEN: readonly Breakage[] = [
  [
    'saves whatever the revision is',
    /another revision than the next one/,
    ({ changes }) => ({
      async save(change) {
        changes.push(structuredClone(change));
        return true;
      },
    }),
  ],
  [
    'looks at the revision and writes later',
    /exactly one is written/,
    ({ changes, load }) => ({
      async save(change) {
        const copy = structuredClone(change);
        const stored = await load(change.instanceId);
        await nextTurn();
        if ((stored?.revision ?? 0) !== change.revision - 1) return false;
        changes.push(copy);
        return true;
      },
    }),
  ],
  [
    'says that it wrote what it did not',
    /another revision than the next one/,
    ({ save }) => ({ save: async (change) => (await save(change)) || true }),
  ],
  [
    'writes the instance before what belongs to it',
    /one part cannot be written/,
    ({ changes }) => ({
      async save(change) {
        const { instanceId, revision, state, snapshot } = change;
        const last = changes.findLast((each) => each.instanceId === instanceId);
        if ((last?.revision ?? 0) !== revision - 1) return false;
        const written = { ...EMPTY, instanceId, revision, state, snapshot } as {
          -readonly [K in keyof Change]: Change[K];
        };
        changes.push(written);
        Object.assign(written, { reports: change.reports, messages: change.messages, press: change.press });
        Object.assign(written, { jobs: change.jobs, jobsGone: change.jobsGone });
        return true;
      },
    }),
  ],
  [
    'cuts long texts',
    /exactly as it was saved last/,
    ({ save }) => ({ save: (change) => save({ ...change, snapshot: change.snapshot.slice(0, 65_535) }) }),
  ],
  [
    'keeps reports in another order',
    /in their order/,
    ({ listUndelivered }) => ({
      async listUndelivered(instanceId) {
        const all = await listUndelivered(instanceId);
        return { ...all, reports: all.reports.toReversed() };
      },
    }),
  ],
  [
    'keeps jobs that are gone',
    /jobs that are gone are not/,
    ({ save }) => ({ save: (change) => save({ ...change, jobsGone: [] }) }),
  ],
  [
    'forgets presses',
    /a press is found by its key/,
    ({ save }) => ({ save: (change) => save({ ...change, press: null }) }),
  ],
  [
    'begins an instance with any revision',
    /only revision 1 begins/,
    ({ changes, save }) => ({
      async save(change) {
        if (changes.some(({ instanceId }) => instanceId === change.instanceId)) return save(change);
        changes.push(structuredClone(change));
        return true;
      },
    }),
  ],
  ...PARTS.map(
    (part): Breakage => [
      `acknowledges a change whose ${part} it could not write`,
      /one part cannot be written/,
      ({ save }) => ({
        async save(change) {
          try {
            void change[part];
          } catch {
            return true;
          }
          return await save(change);
        },
      }),
    ],
  ),
  [
    'takes an error for a lost race',
    /one part cannot be written/,
    ({ save }) => ({ save: (change) => save(change).catch(() => false) }),
  ],
  [
    'deletes jobs before it adds them',
    /begins and is gone in the same change/,
    ({ save }) => ({
      save: (change) => {
        const added = new Set(change.jobs.map(({ jobId }) => jobId));
        return save({ ...change, jobsGone: change.jobsGone.filter((jobId) => !added.has(jobId)) });
      },
    }),
  ],
  [
    'compares ids of instances without case',
    /instances are apart/,
    (store) => ({
      load: (instanceId) => store.load(lower(store, instanceId)),
      save: (change) => store.save({ ...change, instanceId: lower(store, change.instanceId) }),
    }),
  ],
  [
    'lists what belongs to all ids with the same beginning',
    /instances are apart/,
    ({ changes, listUndelivered }) => ({
      async listUndelivered(instanceId) {
        const ids = new Set(changes.map((change) => change.instanceId).filter((id) => id.startsWith(instanceId)));
        const lists = await Promise.all([...ids].map((id) => listUndelivered(id)));
        return {
          reports: lists.flatMap(({ reports }) => reports),
          messages: lists.flatMap(({ messages }) => messages),
          jobs: lists.flatMap(({ jobs }) => jobs),
        };
      },
    }),
  ],
  [
    'finds presses without case',
    /a press is found by its key/,
    ({ changes }) => ({
      async findPress(replayKey) {
        const key = replayKey.toLowerCase();
        return changes.find(({ press }) => press?.replayKey.toLowerCase() === key)?.press?.verdict;
      },
    }),
  ],
  [
    'keeps only the latest press of an instance',
    /a press is found by its key/,
    ({ changes }) => ({
      async findPress(replayKey) {
        const found = changes.find(({ press }) => press?.replayKey === replayKey);
        const last = changes.findLast(({ instanceId }) => instanceId === found?.instanceId);
        return last === found ? found?.press?.verdict : undefined;
      },
    }),
  ],
  [
    'keeps only the kind of a verdict',
    /a press is found by its key/,
    ({ findPress }) => ({
      async findPress(replayKey) {
        const verdict = await findPress(replayKey);
        return verdict && ({ kind: verdict.kind } as typeof verdict);
      },
    }),
  ],
  [
    'answers an unknown press with null',
    /a press is found by its key/,
    ({ findPress }) => ({ findPress: async (key) => (await findPress(key)) ?? (null as never) }),
  ],
  [
    'answers an unknown instance with an empty one',
    /never saved is not found/,
    ({ load }) => ({ load: async (id) => (await load(id)) ?? { revision: 0, state: null, snapshot: '' } }),
  ],
  [
    'returns the revision as text',
    /exactly as it was saved last/,
    ({ load }) => ({
      async load(id) {
        const stored = await load(id);
        return stored && { ...stored, revision: String(stored.revision) as never };
      },
    }),
  ],
  [
    'returns the state as an object',
    /exactly as it was saved last/,
    ({ load }) => ({
      async load(id) {
        const stored = await load(id);
        return stored?.state ? { ...stored, state: JSON.parse(stored.state) } : stored;
      },
    }),
  ],
  [
    'keeps the first state of an instance',
    /exactly as it was saved last/,
    ({ changes, load }) => ({
      async load(id) {
        const stored = await load(id);
        const first = changes.find(({ instanceId }) => instanceId === id);
        return stored && first && { ...stored, state: first.state };
      },
    }),
  ],
  [
    'keeps the state after the end',
    /exactly as it was saved last/,
    ({ load }) => ({
      async load(id) {
        const stored = await load(id);
        return stored && { ...stored, state: stored.state ?? '' };
      },
    }),
  ],
  [
    'forgets an instance that has ended',
    /exactly as it was saved last/,
    ({ load }) => ({
      async load(id) {
        const stored = await load(id);
        return stored?.state === null ? undefined : stored;
      },
    }),
  ],
  [
    'loses characters beyond the basic plane',
    /exactly as it was saved last/,
    ({ save }) => ({ save: (change) => save({ ...change, state: change.state?.replaceAll('🙂', '?') ?? null }) }),
  ],
  [
    'changes what it is given',
    /exactly as it was saved last/,
    ({ save }) => ({
      async save(change) {
        const saved = await save(change);
        (change.reports as unknown[]).length = 0;
        return saved;
      },
    }),
  ],
  [
    'says nothing of what it wrote',
    /exactly as it was saved last/,
    ({ save }) => ({ save: async (change) => ((await save(change)) ? undefined : false) as never }),
  ],
  [
    'writes only the first report of a change',
    /in their order/,
    ({ save }) => ({ save: (change) => save({ ...change, reports: change.reports.slice(0, 1) }) }),
  ],
  ['forgets messages', /in their order/, ({ save }) => ({ save: (change) => save({ ...change, messages: [] }) })],
  ['forgets jobs', /in their order/, ({ save }) => ({ save: (change) => save({ ...change, jobs: [] }) })],
  [
    'rejects a stale change',
    /another revision than the next one/,
    ({ save }) => ({
      async save(change) {
        if (await save(change)) return true;
        throw new RangeError('stale');
      },
    }),
  ],
  [
    'writes the reports of a stale change',
    /another revision than the next one/,
    ({ save, listUndelivered }) => {
      const late: Change[] = [];
      return {
        async save(change) {
          const saved = await save(change);
          if (!saved && change.snapshot === 'stale') late.push(change);
          return saved;
        },
        async listUndelivered(instanceId) {
          const all = await listUndelivered(instanceId);
          const stale = late.filter((change) => change.instanceId === instanceId);
          return {
            ...all,
            reports: [...all.reports, ...stale.flatMap(({ reports }) => reports.map((each) => each.reportId))],
          };
        },
      };
    },
  ],
  [
    'takes any later revision',
    /another revision than the next one/,
    ({ changes, save, load }) => ({
      async save(change) {
        const copy = structuredClone(change);
        if (((await load(change.instanceId))?.revision ?? change.revision) >= change.revision) return save(change);
        changes.push(copy);
        return true;
      },
    }),
  ],
  [
    'never moves a timer',
    /wakeAt and waitsFor replace/,
    ({ changes, readKept }) => ({
      async readKept(instanceId) {
        const first = changes.find((change) => change.instanceId === instanceId);
        return { ...(await readKept(instanceId)), wakeAt: first?.wakeAt ?? null };
      },
    }),
  ],
  [
    'keeps a time in 32 bits',
    /wakeAt and waitsFor replace/,
    ({ save }) => ({ save: (change) => save({ ...change, wakeAt: change.wakeAt && change.wakeAt | 0 }) }),
  ],
  [
    'wakes an instance that has ended',
    /wakeAt and waitsFor replace/,
    ({ save }) => ({ save: (change) => save({ ...change, wakeAt: change.wakeAt ?? 1 }) }),
  ],
  [
    'adds what an instance waits for',
    /wakeAt and waitsFor replace/,
    ({ changes, readKept }) => ({
      async readKept(instanceId) {
        const all = changes.filter((change) => change.instanceId === instanceId);
        return { ...(await readKept(instanceId)), waitsFor: all.flatMap(({ waitsFor }) => waitsFor) };
      },
    }),
  ],
  [
    'forgets the correlation key of what an instance waits for',
    /wakeAt and waitsFor replace/,
    ({ save }) => ({
      save: (change) =>
        save({
          ...change,
          waitsFor: change.waitsFor.map(({ kind, name }) => ({ kind, name, correlationKey: null })) as never,
        }),
    }),
  ],
  [
    'forgets tasks',
    /wakeAt and waitsFor replace/,
    ({ save }) => ({ save: (change) => save({ ...change, tasks: [] }) }),
  ],
  [
    'keeps only the tasks of the latest change',
    /wakeAt and waitsFor replace/,
    ({ changes, readKept }) => ({
      async readKept(instanceId) {
        const last = changes.findLast((change) => change.instanceId === instanceId);
        return { ...(await readKept(instanceId)), tasks: last?.tasks ?? [] };
      },
    }),
  ],
  [
    'keeps a task as it was first',
    /wakeAt and waitsFor replace/,
    ({ save }) => ({
      save: (change) => save({ ...change, tasks: change.tasks.filter(({ state }) => state === 'IN_PROGRESS') }),
    }),
  ],
];

const EMPTY = {
  ...{ ended: false, wakeAt: null, tasks: [], reports: [], messages: [], jobs: [], jobsGone: [], waitsFor: [] },
  ...{ thrown: [], actions: [], deadlock: null, press: null },
};
