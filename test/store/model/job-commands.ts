import fc from 'fast-check';
import { expect } from 'vitest';
import { COUNTED_BY_LEASES, type JobRow, type WakeUp } from '../../../src/store/port.ts';
import { aJob } from '../rows.ts';
import { makeIncident, putIncident, resolveSubject } from './apply-step.ts';
import { command, type StoreCommand } from './command.ts';
import { type Hand, type Leased, type Model, pickBy } from './model.ts';

const LATER = fc.constantFrom(-500, 0, 1000, 4000);

/** The job in somebody's hand, where they are its latest holder and it is not over. */
function heardOf(model: Model, { lease, row: { jobId } }: Hand<JobRow>): Leased<JobRow> | undefined {
  const job = model.jobs.get(jobId);
  return job?.state === 'queued' && job.lease === lease ? job : undefined;
}

function atHand(
  name: string,
  run: (
    model: Model,
    hand: Hand<JobRow>,
    args: { laterMs: number },
    real: Parameters<StoreCommand['run']>[1],
  ) => Promise<void>,
) {
  return fc.record({ pick: fc.nat(97), laterMs: LATER }).map((args) =>
    command(
      name,
      args,
      (model) => model.hands.jobs.length > 0,
      (model, real) => run(model, newestFirst(model.hands.jobs, args.pick), args, real),
    ),
  );
}

/** Mostly the latest, so that it is heard as often as not. */
export function newestFirst<Row>(hands: readonly Hand<Row>[], pick: number): Hand<Row> {
  return pickBy(hands.toReversed(), pick % 2 === 0 ? Math.floor(pick / 2) % 3 : pick);
}

const retryJob = atHand('retryJob', async (model, hand, { laterMs }, { store }) => {
  const dueAt = model.now + laterMs;
  const failed = { reason: `not at ${dueAt}`, cause: null };
  await store.retryJob(hand.row, { at: model.now, dueAt, ...failed });
  const job = heardOf(model, hand);
  if (job?.owner != null) Object.assign(job, { dueAt, freeAt: dueAt, owner: null, begun: 0, ...failed });
});

const deferJob = atHand('deferJob', async (model, hand, { laterMs }, { store }) => {
  const dueAt = model.now + laterMs;
  await store.deferJob(hand.row, dueAt);
  const job = heardOf(model, hand);
  if (job?.owner != null)
    Object.assign(job, { dueAt, freeAt: dueAt, owner: null, begun: 0, attempts: job.attempts - 1 });
});

const beginJob = atHand('beginJob', async (model, hand, _args, { store }) => {
  const job = heardOf(model, hand);
  const isHeld = job?.owner != null;
  expect(await store.beginJob(hand.row)).toBe(isHeld ? job.begun + 1 : undefined);
  if (isHeld) Object.assign(job, { begun: job.begun + 1 });
});

const failJob = atHand('failJob', async (model, hand, { laterMs }, { store }) => {
  const { jobId: subject, instanceId } = hand.row;
  const incident = makeIncident(model, { kind: 'job', subject, instanceId });
  const job = heardOf(model, hand);
  const begun = laterMs > 0 ? COUNTED_BY_LEASES : 0;
  expect(await store.failJob(hand.row, incident, begun)).toBe(job !== undefined);
  if (job === undefined) return;
  const { reason, cause } = incident;
  Object.assign(job, { state: 'failed', freeAt: null, owner: null, begun, reason, cause });
  putIncident(model, incident);
});

const splitJob = atHand('splitJob', async (model, hand, { laterMs }, { store }) => {
  model.made += 1;
  const mark = model.made;
  const { instanceId } = hand.row;
  const parts = Array.from({ length: Math.abs(laterMs) % 3 }, (_, number) =>
    aJob(`j-${mark}.part-${number}`, { instanceId, kind: 'signal', dueAt: model.now + laterMs }),
  );
  const job = heardOf(model, hand);
  expect(await store.splitJob(hand.row, parts, model.now)).toBe(job !== undefined);
  if (job === undefined) return;
  Object.assign(job, { state: 'done', freeAt: null, owner: null });
  resolveSubject(model, job.jobId, model.now);
  for (const part of parts) model.jobs.set(part.jobId, { ...part, freeAt: part.dueAt, owner: null, lease: 0 });
});

const retryWakeUp = fc.record({ pick: fc.nat(97), laterMs: LATER }).map((args) =>
  command(
    'retryWakeUp',
    args,
    (model) => model.hands.wakeUps.length > 0,
    async (model, { store }) => {
      const hand: Hand<WakeUp> = newestFirst(model.hands.wakeUps, args.pick);
      const freeAt = model.now + args.laterMs;
      const { instanceId } = hand.row;
      const incident = makeIncident(model, { kind: 'wake', subject: instanceId, instanceId });
      const wake = model.instances.get(instanceId)?.wake;
      const isHeard = wake?.lease === hand.lease && wake.owner !== null;
      const standing = isHeard ? putIncident(model, incident) : undefined;
      expect(await store.retryWakeUp(hand.row, freeAt, incident)).toEqual(standing);
      if (isHeard) Object.assign(wake, { freeAt, owner: null });
    },
  ),
);

export const JOB_COMMANDS: readonly { weight: number; arbitrary: fc.Arbitrary<StoreCommand> }[] = [
  { weight: 3, arbitrary: retryJob },
  { weight: 3, arbitrary: deferJob },
  { weight: 3, arbitrary: beginJob },
  { weight: 2, arbitrary: failJob },
  { weight: 2, arbitrary: splitJob },
  { weight: 3, arbitrary: retryWakeUp },
];
