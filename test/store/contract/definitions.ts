import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/port.ts';
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
      await store.putDefinition(DEFINITION);
      expect(await store.getDefinition('hash-1')).toEqual(DEFINITION);
      expect(await store.getDefinition('hash-2')).toBeUndefined();
      const drawn = {
        ...DEFINITION,
        definitionId: 'hash-3',
        drawing: '<definitions id="as its author saved it \u{1F600}"/>',
      };
      await store.putDefinition(drawn);
      expect([await store.getDefinition('hash-3'), await store.latestDefinition('leave')]).toEqual([drawn, drawn]);
    });

    it('starts with the definition that was deployed last, also when it is an old one deployed again', async () => {
      const second = { ...DEFINITION, definitionId: 'hash-2', xml: '<definitions id="2"/>' };
      await store.putDefinition(DEFINITION);
      await store.putDefinition(second);
      expect(await store.latestDefinition('leave')).toEqual(second);
      await store.putDefinition({ ...DEFINITION, deployedAt: NOON + MINUTE });
      expect(await store.latestDefinition('leave')).toEqual(DEFINITION);
      expect(await store.latestDefinition('travel')).toBeUndefined();
    });

    it('makes a definition the latest once for nodes that deploy it together, so that its timers run on', async () => {
      const timer = { startNodeId: 'daily', dueAt: NOON, left: null };
      await store.putDefinition({ ...DEFINITION, definitionId: 'hash-0' });
      await store.putDefinition(DEFINITION);
      await store.putDefinition({ ...DEFINITION, definitionId: 'hash-0' });
      await Promise.all([1, 2, 3, 4].map(() => store.putDefinition(DEFINITION, [timer])));
      expect(await store.leaseTimerStarts(lease())).toHaveLength(1);
      expect(await store.latestDefinition('leave')).toEqual(DEFINITION);
    });
  });
}
