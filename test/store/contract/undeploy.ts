import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { anInstance, aStep, DEFINITION, NOON } from '../rows.ts';
import { lease, MINUTE } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeUndeploy(openStore: OpenStore): void {
  describe('undeploying definitions', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
      const timerStarts = [{ startNodeId: 'daily', dueAt: NOON, left: null }];
      await store.putDefinitions([{ ...DEFINITION, timerStarts }]);
    });

    it('takes away the latest definition and its timers, and deploys it again', async () => {
      expect(await store.undeployDefinition('hash-1', NOON + 1)).toEqual({ kind: 'undeployed', processId: 'leave' });
      expect(await store.latestDefinition('leave')).toBeUndefined();
      expect(await store.leaseTimerStarts(lease())).toEqual([]);
      expect(await store.getDefinition('hash-1')).toEqual({ ...DEFINITION, undeployedAt: NOON + 1 });
      expect(await store.listDefinitions({})).toMatchObject([{ isLatest: false, undeployedAt: NOON + 1 }]);
      expect(await store.undeployDefinition('hash-1', NOON + 2)).toEqual({ kind: 'unknown' });

      await store.putDefinitions([DEFINITION]);
      expect(await store.latestDefinition('leave')).toEqual(DEFINITION);
      expect(await store.commitStep(aStep())).toBe('committed');
    });

    it('leaves the latest definition and its timers where an earlier one is undeployed', async () => {
      const second = { ...DEFINITION, definitionId: 'hash-2', xml: '<definitions id="2"/>' };
      const timerStarts = [{ startNodeId: 'weekly', dueAt: NOON, left: null }];
      await store.putDefinitions([{ ...second, timerStarts }]);
      await store.undeployDefinition('hash-1', NOON);
      expect(await store.latestDefinition('leave')).toEqual(second);
      expect(await store.leaseTimerStarts(lease())).toMatchObject([{ startNodeId: 'weekly' }]);
    });

    it('refuses while an instance is open, also one of a definition that extends it, and counts them', async () => {
      await store.commitStep(aStep());
      await store.commitStep(aStep({ instance: anInstance('i-2') }));
      const extended = { ...DEFINITION, definitionId: 'hash-1x', xml: '<definitions id="x"/>', extendsId: 'hash-1' };
      const moved = anInstance('i-2', { definitionId: 'hash-1x' });
      await store.commitStep(aStep({ instance: moved, baseRevision: 1, definition: extended }));
      const refused = { kind: 'in-use', processId: 'leave', openInstances: 2 };
      expect(await store.undeployDefinition('hash-1', NOON)).toEqual(refused);
      expect(await store.undeployDefinition('hash-1x', NOON)).toEqual({ kind: 'unknown' });
      expect(await store.listDefinitions({})).toMatchObject([
        { definitionId: 'hash-1', openInstances: 2, instances: 2 },
      ]);
      expect(await store.latestDefinition('leave')).toEqual(DEFINITION);

      for (const open of [anInstance('i-1'), moved]) {
        const instance = { ...open, status: 'ended' as const, endedAt: NOON };
        await store.commitStep(aStep({ instance, baseRevision: open === moved ? 2 : 1 }));
      }
      expect(await store.undeployDefinition('hash-1', NOON)).toMatchObject({ kind: 'undeployed' });
      expect(await store.getDefinition('hash-1')).toMatchObject({ undeployedAt: NOON });
    });

    it('refuses to store an instance of a definition that is undeployed or was never stored', async () => {
      await store.undeployDefinition('hash-1', NOON);
      expect(await store.commitStep(aStep())).toBe('lost');
      expect(await store.commitStep(aStep({ instance: anInstance('i-1', { definitionId: 'hash-9' }) }))).toBe('lost');
      expect(await store.getInstance('i-1')).toBeUndefined();
    });

    it('lets exactly one of a start and an undeployment win', async () => {
      for (let round = 0; round < 20; round += 1) {
        const definitionId = `hash of ${round}`;
        await store.putDefinitions([{ ...DEFINITION, definitionId }]);
        const instance = anInstance(`i-${round}`, { definitionId });
        const start = () => store.commitStep(aStep({ instance }));
        const undeploy = () => store.undeployDefinition(definitionId, NOON);
        const [started, undeployed] =
          round % 2 === 0
            ? await Promise.all([start(), undeploy()])
            : await Promise.all([undeploy(), start()]).then(([one, other]) => [other, one] as const);
        expect([started === 'committed', undeployed.kind === 'undeployed'].filter(Boolean)).toHaveLength(1);
      }
    });

    it('deletes an undeployed definition once its instances are deleted', async () => {
      await store.undeployDefinition('hash-1', NOON);
      await store.deleteExpired({ kind: 'definitions', before: NOON + MINUTE, limit: 100 });
      expect(await store.getDefinition('hash-1')).toBeUndefined();
    });
  });
}
