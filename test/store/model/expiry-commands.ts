import fc from 'fast-check';
import { expect } from 'vitest';
import type { ExpiringKind, Store, SweepPlace } from '../../../src/store/port.ts';
import { command, type StoreCommand } from './command.ts';
import type { Model, ModelInstance } from './model.ts';

/** What one whole sweep takes. */
const TAKE: Readonly<Record<ExpiringKind, (model: Model, before: number) => void>> = {
  'rows-of-ended'(model, before) {
    for (const instance of endedBy(model, before)) {
      if (!instance.isCleared && !isUnfinished(model, instance)) clear(model, instance);
    }
  },
  ended(model, before) {
    for (const instance of endedBy(model, before)) if (instance.isCleared) forget(model, instance);
  },
  'without-instance'(model, before) {
    for (const [sendId, { instanceId, state, dueAt, sentAt }] of model.messages) {
      const isSettled = state === 'sent' || state === 'partial' || state === 'skipped';
      const overAt = Math.max(dueAt, sentAt ?? dueAt);
      if (instanceId === null && isSettled && overAt <= before) model.messages.delete(sendId);
    }
    for (const [incidentId, { instanceId, resolvedAt }] of model.incidents) {
      const isOver = resolvedAt !== null && resolvedAt <= before;
      if (instanceId === null && isOver) model.incidents.delete(incidentId);
    }
  },
  definitions(model, before) {
    const needed = new Set([...model.instances.values()].map(({ row }) => row.definitionId));
    for (const [definitionId, supersededAt] of model.definitions) {
      const isOver = supersededAt !== null && supersededAt <= before;
      if (isOver && !needed.has(definitionId)) model.definitions.delete(definitionId);
    }
  },
};

function endedBy(model: Model, before: number): ModelInstance[] {
  return [...model.instances.values()].filter(({ row: { endedAt } }) => endedAt !== null && endedAt <= before);
}

/** Something is on its way or parked, or a job failed and stands as an incident. */
function isUnfinished(model: Model, { row: { instanceId } }: ModelInstance): boolean {
  const isOpen = ({ state }: { readonly state: string }) => state === 'pending' || state === 'parked';
  const ours = <Row extends { readonly instanceId: string | null }>(rows: Iterable<Row>) =>
    [...rows].filter((row) => row.instanceId === instanceId);
  return (
    ours(model.entries.values()).some(isOpen) ||
    ours(model.messages.values()).some(isOpen) ||
    ours(model.jobs.values()).some(({ state }) => state === 'queued') ||
    ours(model.incidents.values()).some(({ kind, resolvedAt }) => kind === 'job' && resolvedAt === null)
  );
}

/** Everything but its tasks, and what stands of it for a person. */
function clear(model: Model, instance: ModelInstance): void {
  const { instanceId } = instance.row;
  deletePresses(model, instanceId);
  for (const rows of [model.jobs, model.entries, model.messages] as Map<unknown, { instanceId: string | null }>[]) {
    for (const [key, row] of rows) if (row.instanceId === instanceId) rows.delete(key);
  }
  for (const [incidentId, incident] of model.incidents) {
    const isOver = incident.resolvedAt !== null;
    if (incident.instanceId === instanceId && isOver) model.incidents.delete(incidentId);
  }
  model.history.set(instanceId, []);
  Object.assign(instance, { isCleared: true, subscriptions: [] });
}

function forget(model: Model, { row: { instanceId } }: ModelInstance): void {
  deletePresses(model, instanceId);
  for (const rows of [model.incidents, model.tasks] as Map<unknown, { instanceId: string | null }>[]) {
    for (const [key, row] of rows) if (row.instanceId === instanceId) rows.delete(key);
  }
  model.history.delete(instanceId);
  model.instances.delete(instanceId);
  // Ids are never given twice; here they are, and who held the first would be taken for the holder of the second.
  const others = model.hands.wakeUps.filter(({ row }) => row.instanceId !== instanceId);
  model.hands.wakeUps.splice(0, Number.POSITIVE_INFINITY, ...others);
}

function deletePresses(model: Model, instanceId: string): void {
  for (const [key, { taskId }] of model.presses) {
    if (model.tasks.get(taskId)?.instanceId === instanceId) model.presses.delete(key);
  }
}

async function sweep(store: Store, kind: ExpiringKind, before: number, limit: number): Promise<void> {
  let from: SweepPlace | null | undefined;
  do {
    const { deleted, next } = await store.deleteExpired({ kind, before, limit, ...(from && { from }) });
    // Instances come on top of their rows.
    expect(deleted).toBeLessThanOrEqual(limit + INSTANCES);
    from = next;
  } while (from !== null);
}

/** As many as a run has. */
const INSTANCES = 4;

const deleteExpired = fc
  .record({
    kind: fc.constantFrom<ExpiringKind[]>('rows-of-ended', 'rows-of-ended', 'ended', 'without-instance', 'definitions'),
    ago: fc.constantFrom(0, 400, 3000),
    limit: fc.constantFrom(2, 100),
  })
  .map((args) =>
    command(
      'deleteExpired',
      args,
      () => true,
      async (model, { store }) => {
        const before = model.now - args.ago;
        await sweep(store, args.kind, before, args.limit);
        TAKE[args.kind](model, before);
      },
    ),
  );

export const EXPIRY_COMMANDS: readonly { weight: number; arbitrary: fc.Arbitrary<StoreCommand> }[] = [
  { weight: 6, arbitrary: deleteExpired },
];
