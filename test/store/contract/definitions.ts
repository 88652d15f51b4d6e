import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { DEFINITION, NOON } from '../rows.ts';
import { lease, MINUTE } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeDefinitions(openStore: OpenStore): void {
  describe('definitions', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    it('gives a definition back as it was stored', async () => {
      await store.putDefinitions([DEFINITION]);
      expect(await store.getDefinition('hash-1')).toEqual(DEFINITION);
      expect(await store.getDefinition('hash-2')).toBeUndefined();
      const drawn = {
        ...DEFINITION,
        definitionId: 'hash-3',
        drawing: '<definitions id="as its author saved it \u{1F600}"/>',
      };
      await store.putDefinitions([drawn]);
      expect([await store.getDefinition('hash-3'), await store.latestDefinition('leave')]).toEqual([drawn, drawn]);
    });

    const second = { ...DEFINITION, definitionId: 'hash-2', xml: '<definitions id="2"/>' };
    const again = { ...DEFINITION, deployedAt: NOON + MINUTE };
    const timer = (startNodeId: string) => ({ startNodeId, dueAt: NOON, left: null });
    const entries = async () =>
      (await store.listHistory({ instanceId: null })).map(({ type, at, data }) => [type, at, data]);

    it('starts with the definition that was new last, and keeps back an old one that is deployed again', async () => {
      expect(await store.putDefinitions([DEFINITION], { by: 'a' })).toEqual([{ kind: 'latest', latestId: 'hash-1' }]);
      await store.putDefinitions([{ ...second, timerStarts: [timer('daily')] }]);
      expect(await store.latestDefinition('leave')).toEqual(second);
      const damaged = { ...again, xml: '<definitions id=', timerStarts: [timer('weekly')] };
      expect(await store.putDefinitions([damaged], { by: 'b' })).toEqual([{ kind: 'kept-back', latestId: 'hash-2' }]);
      await store.undeployDefinition('hash-1', NOON);
      await store.putDefinitions([again]);
      expect(await store.latestDefinition('leave')).toEqual(second);
      expect(await store.getDefinition('hash-1')).toEqual(DEFINITION);
      expect(await store.leaseTimerStarts(lease())).toMatchObject([{ startNodeId: 'daily' }]);
      expect(await store.latestDefinition('travel')).toBeUndefined();
      const of = (definitionId: string, latestId = definitionId) => ({ definitionId, processId: 'leave', latestId });
      expect(await entries()).toEqual([
        ['definition.deployed', NOON, { ...of('hash-1'), by: 'a' }],
        ['definition.deployed', NOON, of('hash-2')],
        ['definition.kept-back', NOON + MINUTE, { ...of('hash-1', 'hash-2'), by: 'b' }],
        ['definition.undeployed', NOON, expect.anything()],
        ['definition.kept-back', NOON + MINUTE, of('hash-1', 'hash-2')],
      ]);
    });

    it('makes an old one the latest if that is asked for, or if there is no latest one', async () => {
      await store.putDefinitions([DEFINITION]);
      await store.putDefinitions([second]);
      const makeLatest = { makeLatest: true };
      expect(await store.putDefinitions([again], makeLatest)).toEqual([{ kind: 'latest', latestId: 'hash-1' }]);
      expect(await store.latestDefinition('leave')).toEqual(DEFINITION);
      expect(await store.putDefinitions([again], makeLatest)).toEqual([{ kind: 'unchanged', latestId: 'hash-1' }]);
      await store.undeployDefinition('hash-1', NOON);
      expect(await store.putDefinitions([second])).toEqual([{ kind: 'latest', latestId: 'hash-2' }]);
      expect(await store.latestDefinition('leave')).toEqual(second);
    });

    it('makes a deployed one the latest without its file, whose timer starts a service computes', async () => {
      await store.putDefinitions([DEFINITION]);
      await store.putDefinitions([{ ...second, timerStarts: [timer('daily')] }]);
      const makeLatest = (id: string) => store.makeLatestDefinition(id, NOON + 1, { by: 'eva' });
      expect(await makeLatest('hash-3')).toEqual({ kind: 'unknown' });
      expect(await makeLatest('hash-2')).toEqual({ kind: 'unchanged', processId: 'leave' });
      expect(await makeLatest('hash-1')).toEqual({ kind: 'latest', processId: 'leave' });
      expect(await store.latestDefinition('leave')).toEqual(DEFINITION);
      expect((await entries()).at(-1)).toEqual([
        'definition.made-latest',
        NOON + 1,
        { definitionId: 'hash-1', processId: 'leave', formerId: 'hash-2', by: 'eva' },
      ]);
      const at = lease({ now: NOON + 1 });
      const [unarmed, ...others] = await store.leaseTimerStarts(at);
      if (unarmed === undefined) throw new Error('there is no timer start');
      expect([unarmed, others]).toMatchObject([{ definitionId: 'hash-1', startNodeId: '', dueAt: NOON + 1 }, []]);
      expect(await store.armTimerStarts(unarmed, [timer('weekly')], NOON + 1)).toBe(true);
      expect(await store.armTimerStarts(unarmed, [timer('weekly')], NOON + 1)).toBe(false);
      expect(await store.leaseTimerStarts(at)).toMatchObject([{ definitionId: 'hash-1', startNodeId: 'weekly' }]);

      await store.undeployDefinition('hash-2', NOON);
      expect(await makeLatest('hash-2')).toEqual({ kind: 'unknown' });
    });

    it('arms no timer starts of a definition that is replaced at the same time', async () => {
      await store.putDefinitions([DEFINITION]);
      for (let round = 0; round < 10; round += 1) {
        await store.putDefinitions([{ ...DEFINITION, definitionId: `new ${round}` }]);
        await store.makeLatestDefinition('hash-1', NOON);
        const [unarmed] = await store.leaseTimerStarts(lease());
        if (unarmed === undefined) throw new Error('there is no timer start');
        const replaced = { ...DEFINITION, definitionId: `newer ${round}`, timerStarts: [timer('daily')] };
        await Promise.all([store.armTimerStarts(unarmed, [timer('weekly')], NOON), store.putDefinitions([replaced])]);
        expect(await store.leaseTimerStarts(lease())).toMatchObject([{ startNodeId: 'daily' }]);
      }
    });

    it('keeps back what was replaced, whichever of two that deploy at once comes first', async () => {
      await store.putDefinitions([DEFINITION]);
      for (let round = 0; round < 10; round += 1) {
        const definitionId = `hash of ${round}`;
        const next = () => store.putDefinitions([{ ...DEFINITION, definitionId }]);
        const old = () => store.putDefinitions([again]);
        await Promise.all(round % 2 === 0 ? [old(), next(), old()] : [next(), old(), next()]);
        expect(await store.latestDefinition('leave')).toMatchObject({ definitionId });
      }
    });

    it('mends a text that was damaged when its file is deployed again', async () => {
      await store.putDefinitions([{ ...DEFINITION, xml: '<definitions id=' }]);
      expect(await store.putDefinitions([again])).toEqual([{ kind: 'repaired', latestId: 'hash-1' }]);
      expect(await store.getDefinition('hash-1')).toEqual(DEFINITION);
    });

    it('stores several together, of which none is there when one cannot be', async () => {
      const travel = { ...DEFINITION, processId: 'travel', definitionId: 'hash-2' };
      const timerStarts = [{ startNodeId: 'daily', dueAt: NOON, left: null }];
      await store.putDefinitions([{ ...travel, timerStarts }, DEFINITION]);
      expect(await store.listLatestDefinitions()).toEqual([
        { processId: 'leave', definitionId: 'hash-1' },
        { processId: 'travel', definitionId: 'hash-2' },
      ]);
      expect(await store.leaseTimerStarts(lease())).toMatchObject([{ processId: 'travel' }]);
      const broken = { ...travel, definitionId: 'hash-4', xml: null as unknown as string };
      await expect(store.putDefinitions([{ ...DEFINITION, definitionId: 'hash-3' }, broken])).rejects.toThrow();
      expect(await store.getDefinition('hash-3')).toBeUndefined();
      expect(await store.latestDefinition('leave')).toEqual(DEFINITION);
    });

    it('lets nodes deploy the same processes together, in any order', async () => {
      const others = ['a', 'b', 'c'].map((name) => ({
        ...DEFINITION,
        processId: name,
        definitionId: `hash of ${name}`,
      }));
      await Promise.all([others, others.toReversed(), others].map((deployed) => store.putDefinitions(deployed)));
      expect(await store.listLatestDefinitions()).toHaveLength(3);
    });

    it('makes a definition the latest once for nodes that deploy it together, so that its timers run on', async () => {
      const deployed = { ...DEFINITION, timerStarts: [timer('daily')] };
      const makeLatest = { makeLatest: true };
      await store.putDefinitions([DEFINITION]);
      await store.putDefinitions([{ ...DEFINITION, definitionId: 'hash-0' }]);
      await Promise.all([1, 2, 3, 4].map(() => store.putDefinitions([deployed], makeLatest)));
      expect((await entries()).map(([type]) => type)).toEqual(Array(3).fill('definition.deployed'));
      expect(await store.leaseTimerStarts(lease())).toHaveLength(1);
      expect(await store.latestDefinition('leave')).toEqual(DEFINITION);
    });
  });
}
