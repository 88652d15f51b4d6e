import fc from 'fast-check';
import { expect } from 'vitest';
import type { Lease } from '../../../src/store/port.ts';
import { resolveSubject } from './apply-step.ts';
import { command, type StoreCommand } from './command.ts';
import { LEASINGS, type Leasing } from './leasing.ts';
import type { Model } from './model.ts';
import { settle } from './outbox-commands.ts';

const OWNER = 'node-a';

/** Leases until nothing of the kind is due, and has each lot worked off. */
async function workOff<Row>(
  model: Model,
  leasing: Leasing<Row>,
  lease: (lease: Lease) => Promise<Row[]>,
  work: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const asked = { now: model.now, limit: 5, leaseMs: 1000, owner: OWNER };
    const keys = leasing.due(model, model.now).slice(0, asked.limit);
    const rows = await lease(asked);
    expect(rows).toEqual(leasing.take(model, keys, asked));
    if (rows.length === 0) return;
    await work(rows);
  }
}

/** A bridge that nothing disturbs does all that is due, and all goes well: so instances come to be over. */
const deliverAll = fc.constant(
  command(
    'do all that is due',
    {},
    () => true,
    async (model, { store }) => {
      const { now: at } = model;
      await workOff(model, LEASINGS.jobs, store.leaseJobs, async (jobs) => {
        for (const { jobId, leases } of jobs) {
          expect(await store.splitJob({ jobId, leases }, [], at)).toBe(true);
          Object.assign(model.jobs.get(jobId) ?? {}, { state: 'done', freeAt: null, owner: null });
          resolveSubject(model, jobId, at);
        }
      });
      await workOff(model, LEASINGS.messages, store.leaseMessages, async (messages) => {
        for (const { sendId, attempts } of messages) {
          const sent = { state: 'sent', problems: [], reason: null } as const;
          expect(await store.settleMessage({ sendId, attempts }, { ...sent, at })).toBe(true);
          Object.assign(model.messages.get(sendId) ?? {}, { ...sent, sentAt: at, freeAt: null, owner: null });
        }
      });
      await workOff(model, LEASINGS.outbox, store.leaseOutbox, async (entries) => {
        const settlements = entries.map(({ seq }) => ({ seq, state: 'delivered', at, reason: null }) as const);
        expect(await store.settleOutbox(OWNER, settlements)).toEqual(entries.map(({ seq }) => seq));
        for (const settlement of settlements) settle(model, OWNER, settlement);
      });
    },
  ),
);

export const WORK_COMMANDS: readonly { weight: number; arbitrary: fc.Arbitrary<StoreCommand> }[] = [
  { weight: 4, arbitrary: deliverAll },
];
