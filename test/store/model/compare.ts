import fc from 'fast-check';
import { expect } from 'vitest';
import type { Backlog, DueKind, Store } from '../../../src/store/port.ts';
import { command, type StoreCommand } from './command.ts';
import { headsOf, inOrder, latestOf, type Model, type ModelTask, pickBy, withoutLease } from './model.ts';
import { DEFINITIONS, PROCESS } from './timer-commands.ts';

const ALL = { limit: 100_000 } as const;

/** When something is due next, of each kind. */
function duesOf(model: Model): Record<DueKind, number | null> {
  const earliest = (rows: Iterable<{ readonly freeAt: number | null }>) => {
    const times = [...rows].flatMap(({ freeAt }) => freeAt ?? []);
    return times.length === 0 ? null : Math.min(...times);
  };
  return {
    job: earliest(model.jobs.values()),
    'wake-up': earliest([...model.instances.values()].map(({ wake }) => wake)),
    'timer-start': earliest(model.timerStarts.values()),
    outbox: earliest(headsOf(model)),
    message: earliest(model.messages.values()),
  };
}

const nextDue = fc.constant(
  command(
    'nextDueAt',
    {},
    () => true,
    async (model, { store }) => {
      const dues = duesOf(model);
      for (const [kind, dueAt] of Object.entries(dues)) expect(await store.nextDueAt(kind as DueKind)).toBe(dueAt);
      const times = Object.values(dues).flatMap((dueAt) => dueAt ?? []);
      expect(await store.nextDueAt()).toBe(times.length === 0 ? null : Math.min(...times));
    },
  ),
);

function backlogOf(model: Model): Backlog {
  const entries = [...model.entries.values()];
  const messages = [...model.messages.values()];
  const count = (rows: readonly { readonly state: string }[], state: string) =>
    rows.filter((row) => row.state === state).length;
  const isDue = ({ freeAt }: { readonly freeAt: number | null }) => freeAt !== null && freeAt <= model.now;
  const oldest = (rows: readonly { readonly state: string; readonly createdAt: number }[]) =>
    rows.find(({ state }) => state === 'pending')?.createdAt ?? null;
  return {
    reports: {
      pending: count(entries, 'pending'),
      parked: count(entries, 'parked'),
      unconfirmed: count(entries, 'unconfirmed'),
      oldestPendingAt: oldest(inOrder(entries, ({ seq }) => seq)),
    },
    messages: {
      pending: count(messages, 'pending'),
      parked: count(messages, 'parked'),
      oldestPendingAt: oldest(messages),
    },
    incidents: [...model.incidents.values()].filter(({ resolvedAt }) => resolvedAt === null).length,
    failedJobs: [...model.jobs.values()].filter(({ state }) => state === 'failed').length,
    // No wake-up is set aside here.
    setAside: 0,
    due:
      [...model.jobs.values()].filter(isDue).length +
      [...model.timerStarts.values()].filter(isDue).length +
      [...model.instances.values()].filter(({ wake }) => isDue(wake)).length,
  };
}

const backlog = fc.nat(6).map((most) =>
  command(
    'countBacklog and isOutboxOver',
    most,
    () => true,
    async (model, { store }) => {
      const expected = backlogOf(model);
      expect(await store.countBacklog(model.now)).toEqual(expected);
      const open = expected.reports.pending + expected.reports.parked;
      expect(await store.isOutboxOver(most)).toBe(open > most);
      expect(await store.isOutboxOver(open)).toBe(false);
    },
  ),
);

const subscribers = fc.constantFrom('paid', 'sent', 'left').map((name) =>
  command(
    'findSubscribers',
    name,
    (model) => model.instances.size > 0,
    async (model, { store }) => {
      const waiting = [...model.instances.values()].filter(({ subscriptions }) =>
        subscriptions.some((subscription) => subscription.name === name),
      );
      const oldestFirst = inOrder(waiting, ({ row }) => row.startedAt).map(({ row }) => row.instanceId);
      expect(await store.findSubscribers(name, 'matter')).toEqual(oldestFirst);
      expect(await store.findSubscribers(name, 'another matter')).toEqual([]);
    },
  ),
);

const oneRow = fc.nat(97).map((pick) =>
  command(
    'read a row',
    pick,
    (model) => model.instances.size > 0,
    async (model, { store }) => {
      const { row } = pickBy(model.instances.values(), pick);
      expect(await store.getInstance(row.instanceId)).toEqual(row);
      if (row.startKey !== null) expect(await store.findInstanceByStartKey(row.startKey)).toEqual(row);
      const entry = model.entries.size === 0 ? undefined : pickBy(model.entries.values(), pick);
      if (entry) expect(await store.getOutboxEntry(entry.seq)).toEqual(withoutLease(entry));
    },
  ),
);

/** Everything at once, when the commands are through. */
export async function expectSame(model: Model, store: Store): Promise<void> {
  const instances = inOrder(await store.listInstances(ALL), ({ instanceId }) => instanceId);
  expect(instances).toEqual(
    inOrder(
      [...model.instances.values()].map(({ row }) => row),
      ({ instanceId }) => instanceId,
    ),
  );
  for (const job of model.jobs.values()) expect(await store.getJob(job.jobId)).toEqual(withoutLease(job));
  const entries = inOrder([...model.entries.values()], ({ seq }) => seq);
  expect(await store.listOutbox(ALL)).toEqual(entries.map(withoutLease));
  const messages = await store.listMessages(ALL);
  expect(messages).toEqual([...model.messages.values()].map(withoutLease));
  const incidents = await store.listIncidents(ALL);
  const incidentsKept = inOrder([...model.incidents.values()], ({ incidentId }) => incidentId);
  expect(inOrder(incidents, ({ incidentId }) => incidentId)).toEqual(incidentsKept);
  const tasks = (await store.listTasks(ALL)).map(({ report: told, ...task }) => toCompared({ ...task, told }));
  const tasksKept = [...model.tasks.values()].map(toCompared);
  expect(inOrder(tasks, ({ taskId }) => taskId)).toEqual(inOrder(tasksKept, ({ taskId }) => taskId));
  for (const press of model.presses.values()) expect(await store.getPress(press)).toEqual(press);
  expect((await store.latestDefinition(PROCESS))?.definitionId).toBe(latestOf(model));
  for (const definitionId of DEFINITIONS) {
    expect((await store.getDefinition(definitionId)) !== undefined).toBe(model.definitions.has(definitionId));
  }
  for (const [instanceId, types] of model.history) {
    const told = await store.listHistory({ instanceId, ...ALL });
    expect(told.map(({ type }) => type).filter((type) => type.startsWith('model.'))).toEqual(types);
  }
}

function toCompared({ taskId, state, instanceId, told }: Omit<ModelTask, 'isOpen'>) {
  return { taskId, state, instanceId, told };
}

export const COMPARE_COMMANDS: readonly { weight: number; arbitrary: fc.Arbitrary<StoreCommand> }[] = [
  { weight: 2, arbitrary: nextDue },
  { weight: 2, arbitrary: backlog },
  { weight: 1, arbitrary: subscribers },
  { weight: 2, arbitrary: oneRow },
];
