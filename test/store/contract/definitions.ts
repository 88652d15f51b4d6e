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

    it('starts with the definition that was deployed last, also when it is an old one deployed again', async () => {
      const second = { ...DEFINITION, definitionId: 'hash-2', xml: '<definitions id="2"/>' };
      await store.putDefinitions([DEFINITION]);
      await store.putDefinitions([second]);
      expect(await store.latestDefinition('leave')).toEqual(second);
      await store.putDefinitions([{ ...DEFINITION, deployedAt: NOON + MINUTE }]);
      expect(await store.latestDefinition('leave')).toEqual(DEFINITION);
      expect(await store.latestDefinition('travel')).toBeUndefined();
    });

    it('mends a text that was damaged when its file is deployed again', async () => {
      await store.putDefinitions([{ ...DEFINITION, xml: '<definitions id=' }]);
      await store.putDefinitions([{ ...DEFINITION, deployedAt: NOON + MINUTE }]);
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
      const timer = { startNodeId: 'daily', dueAt: NOON, left: null };
      await store.putDefinitions([{ ...DEFINITION, definitionId: 'hash-0' }]);
      await store.putDefinitions([DEFINITION]);
      await store.putDefinitions([{ ...DEFINITION, definitionId: 'hash-0' }]);
      await Promise.all([1, 2, 3, 4].map(() => store.putDefinitions([{ ...DEFINITION, timerStarts: [timer] }])));
      expect(await store.leaseTimerStarts(lease())).toHaveLength(1);
      expect(await store.latestDefinition('leave')).toEqual(DEFINITION);
    });
  });
}
