import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { aMessage, anInstance, aStep, DEFINITION, NOON, startInstance } from '../rows.ts';
import { lease, MINUTE } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeMessages(openStore: OpenStore): void {
  describe('messages', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    const problem = { receiverKey: '100', exceptionMessage: 'no such number' };
    const sent = { state: 'sent', at: NOON + 1, problems: [], reason: null } as const;

    it('keeps the first of one sendId, whoever comes later with another', async () => {
      const toAnn = aMessage('s-1');
      const toBob = aMessage('s-1', { request: { ...toAnn.request, toPersons: 'bob' } });
      const [first, again] = await Promise.all([store.putMessage(toAnn), store.putMessage(toBob)]);
      expect([toAnn, toBob]).toContainEqual(first);
      expect(again).toEqual(first);
      const second = first.request.toPersons === 'bob' ? toAnn : toBob;
      await store.putDefinitions([DEFINITION]);
      await expect(store.commitStep(aStep({ messages: [aMessage('s-2'), second] }))).rejects.toMatchObject({
        code: 'ERR_STORE_INVALID',
      });
      expect(await store.listMessages({})).toEqual([first]);
      expect(await store.getInstance('i-1')).toBeUndefined();
      expect(await store.commitStep(aStep({ messages: [aMessage('s-2')] }))).toBe('committed');
      expect(await store.listMessages({})).toEqual([first, aMessage('s-2')]);
    });

    it('stores none of a step that lost', async () => {
      await startInstance(store, 'i-1');
      expect(await store.commitStep(aStep({ messages: [aMessage('s-1')] }))).toBe('lost');
      expect(await store.getMessage('s-1')).toBeUndefined();
    });

    it('lists in order of commit, by instance and state, page by page', async () => {
      await store.putMessage(aMessage('s-9', { createdAt: NOON + 9 }));
      await store.putMessage(aMessage('s-1', { instanceId: 'i-1', state: 'sent', sentAt: NOON }));
      await store.putMessage(aMessage('s-5', { instanceId: 'i-1' }));
      const ids = async (filter: Parameters<Store['listMessages']>[0]) =>
        (await store.listMessages(filter)).map(({ sendId }) => sendId);
      expect(await ids({})).toEqual(['s-9', 's-1', 's-5']);
      expect(await ids({ state: 'pending' })).toEqual(['s-9', 's-5']);
      expect(await ids({ instanceId: 'i-1', state: 'sent' })).toEqual(['s-1']);
      expect(await ids({ limit: 1, after: 's-9' })).toEqual(['s-1']);
      await store.putDefinitions([DEFINITION]);
      await store.commitStep(aStep({ instance: anInstance('i-1', { processId: 'travel' }) }));
      await store.putMessage(aMessage('s-2', { state: 'parked', reason: 'no such type' }));
      expect(await ids({ processId: 'travel' })).toEqual(['s-1', 's-5']);
      expect(await ids({ processId: 'travel', state: 'sent' })).toEqual(['s-1']);
      expect(await ids({ reason: 'such' })).toEqual(['s-2']);
      expect(await ids({ createdFrom: NOON + 1 })).toEqual(['s-9']);
      expect(await ids({ createdBefore: NOON + 9, reason: 'type' })).toEqual(['s-2']);
      expect(await store.countMessages({ createdBefore: NOON + 9 })).toBe(3);
    });

    it('leases due ones, most overdue first, each once, and counts the attempt', async () => {
      for (const [sendId, dueAt] of [
        ['s-1', NOON],
        ['s-2', NOON - 1],
        ['s-3', NOON + 1],
      ] as const) {
        await store.putMessage(aMessage(sendId, { dueAt }));
      }
      await store.putMessage(aMessage('s-4', { state: 'parked' }));
      const leased = await Promise.all([1, 2, 3].map((index) => store.leaseMessages(lease({ owner: `o-${index}` }))));
      expect(
        leased
          .flat()
          .map(({ sendId, attempts }) => `${sendId}: ${attempts}`)
          .toSorted(),
      ).toEqual(['s-1: 1', 's-2: 1']);
      expect(await store.leaseMessages(lease({ now: NOON + MINUTE, limit: 1 }))).toMatchObject([{ sendId: 's-3' }]);
      const again = await store.leaseMessages(lease({ now: NOON + MINUTE }));
      expect(again.map(({ sendId }) => sendId)).toEqual(['s-2', 's-1']);
    });

    it('remembers what became of each', async () => {
      for (const sendId of ['s-1', 's-2', 's-3', 's-4']) await store.putMessage(aMessage(sendId));
      const held = await store.leaseMessages(lease());
      const partial = {
        state: 'partial',
        at: NOON + 2,
        problems: [problem],
        reason: 'the center calls it m',
      } as const;
      const parked = { state: 'parked', at: NOON + 3, refusals: 5, reason: 'answered 500' } as const;
      const pending = { state: 'pending', dueAt: NOON + MINUTE, refusals: 1, reason: 'answered -1' } as const;
      const settlements = [sent, partial, parked, pending];
      for (const [index, row] of held.entries()) {
        expect(await store.settleMessage(row, settlements[index] ?? sent)).toBe(true);
      }
      expect(await store.listMessages({})).toMatchObject([
        { state: 'sent', sentAt: NOON + 1, problems: [], reason: null },
        { state: 'partial', sentAt: NOON + 2, problems: [problem], reason: 'the center calls it m' },
        { state: 'parked', sentAt: null, refusals: 5, reason: 'answered 500' },
        { state: 'pending', sentAt: null, refusals: 1, dueAt: NOON + MINUTE, reason: 'answered -1' },
      ]);
      expect(await store.leaseMessages(lease({ now: NOON + MINUTE - 1 }))).toEqual([]);
      expect(await store.leaseMessages(lease({ now: NOON + MINUTE }))).toMatchObject([{ sendId: 's-4', attempts: 2 }]);
    });

    it('gives one to another when its holder is dead, after the lease, and hears only the latest', async () => {
      await store.putMessage(aMessage('s-1'));
      const [first] = await store.leaseMessages(lease());
      expect(await store.leaseMessages(lease({ now: NOON + MINUTE - 1, owner: 'other' }))).toEqual([]);
      const [second] = await store.leaseMessages(lease({ now: NOON + MINUTE, owner: 'other' }));
      if (first === undefined || second === undefined) throw new Error('nothing to lease');
      const parked = { state: 'parked', at: NOON, refusals: 1, reason: 'late' } as const;
      expect(await store.settleMessage(first, parked)).toBe(false);
      expect(await store.settleMessage(second, sent)).toBe(true);
      expect(await store.settleMessage(second, parked)).toBe(false);
      expect(await store.getMessage('s-1')).toMatchObject({ state: 'sent', attempts: 2 });
    });

    const park = async (sendId: string) => {
      await store.putMessage(aMessage(sendId));
      const [held] = await store.leaseMessages(lease());
      if (held === undefined) throw new Error('nothing to lease');
      await store.settleMessage(held, { state: 'parked', at: NOON + 1, refusals: 5, reason: 'answered 500' });
      return held;
    };

    it('sends a parked one again, once for all who ask, and as it was corrected', async () => {
      const parked = await park('s-1');
      const request = { ...parked.request, toPersons: 'bob' };
      const retry = { at: NOON + 2, corrected: { request, fields: ['toPersons'] } };
      const heard = await Promise.all([1, 2].map(() => store.retryMessage(parked, retry)));
      expect(heard.filter(Boolean)).toHaveLength(1);
      const [again] = await store.leaseMessages(lease({ now: NOON + 2 }));
      expect(again).toMatchObject({ attempts: 2, refusals: 0, request, original: parked.request });
      if (again === undefined) throw new Error('nothing to lease');
      await store.settleMessage(again, { state: 'parked', at: NOON + 3, refusals: 5, reason: 'answered 500' });
      // Whoever read it before it was sent again has not seen what it is now.
      expect(await store.retryMessage(parked, { at: NOON + 4 })).toBe(false);
      expect(await store.skipMessage(parked, { at: NOON + 4, reason: 'too late' })).toBe(false);
      const carl = { ...request, toPersons: 'carl' };
      const corrected = { request: carl, fields: ['toPersons'] };
      expect(await store.retryMessage(again, { at: NOON + 4, corrected })).toBe(true);
      expect(await store.getMessage('s-1')).toMatchObject({ request: carl, original: parked.request });
      expect(await store.nextDueAt('message')).toBe(NOON + 4);
    });

    it('gives up what is parked or waits, and not what is on its way or over', async () => {
      const skip = { at: NOON + 1, reason: 'sent by hand' };
      const parked = await park('s-1');
      expect(await store.skipMessage(parked, skip)).toBe(true);
      expect(await store.skipMessage(parked, skip)).toBe(false);
      expect(await store.retryMessage(parked, { at: NOON })).toBe(false);
      const waiting = aMessage('s-2');
      await store.putMessage(waiting);
      expect(await store.skipMessage(waiting, skip)).toBe(true);
      await store.putMessage(aMessage('s-3'));
      const [held] = await store.leaseMessages(lease());
      if (held === undefined) throw new Error('nothing to lease');
      expect(await store.skipMessage(held, skip)).toBe(false);
      expect(await store.skipMessage(held, { ...skip, at: NOON + MINUTE })).toBe(true);
      expect(await store.settleMessage(held, sent)).toBe(false);
      expect(await store.listMessages({ state: 'skipped' })).toMatchObject(
        ['s-1', 's-2', 's-3'].map((sendId) => ({ sendId, reason: 'sent by hand', sentAt: null })),
      );
      expect(await store.nextDueAt('message')).toBeNull();
    });

    it('keeps each turn of them in the history, with what it was about and nothing of what it said', async () => {
      await store.putDefinitions([DEFINITION]);
      const request = { request: aMessage('s-1').request, fields: ['toPersons'] };
      const parked = await park('s-1');
      await store.putMessage(aMessage('s-1', { nodeId: 'another' }));
      await store.retryMessage(parked, { at: NOON + 2, corrected: request });
      const [again] = await store.leaseMessages(lease({ now: NOON + 2 }));
      if (again === undefined) throw new Error('nothing to lease');
      await store.settleMessage(again, { state: 'pending', dueAt: NOON + 3, refusals: 1, reason: 'answered 500' });
      const [last] = await store.leaseMessages(lease({ now: NOON + 3 }));
      if (last === undefined) throw new Error('nothing to lease');
      await store.settleMessage(last, { state: 'partial', at: NOON + 4, problems: [problem], reason: null });
      await store.commitStep(aStep({ messages: [aMessage('s-2', { instanceId: 'i-1', nodeId: 'tell' })] }));
      await store.skipMessage(aMessage('s-2'), { at: NOON + 5, reason: 'sent by hand' });
      const ofHost = { sendId: 's-1', nodeId: null };
      const ofNode = { sendId: 's-2', nodeId: 'tell' };
      expect((await store.listHistory({})).map(({ seq: _seq, ...entry }) => entry)).toEqual([
        expect.objectContaining({ type: 'definition.deployed' }),
        { instanceId: null, at: NOON, type: 'message.queued', data: { ...ofHost, messageTypeCode: 'LEAVE' } },
        { instanceId: null, at: NOON + 1, type: 'message.parked', data: { ...ofHost, reason: 'answered 500' } },
        { instanceId: null, at: NOON + 2, type: 'message.retried', data: { ...ofHost, corrected: ['toPersons'] } },
        { instanceId: null, at: NOON + 4, type: 'message.partial', data: { ...ofHost, unreached: 1 } },
        { instanceId: 'i-1', at: NOON, type: 'message.queued', data: { ...ofNode, messageTypeCode: 'LEAVE' } },
        { instanceId: 'i-1', at: NOON + 5, type: 'message.skipped', data: { ...ofNode, reason: 'sent by hand' } },
      ]);
      expect(await store.listHistory({ instanceId: 'i-1' })).toHaveLength(2);
    });
  });
}
