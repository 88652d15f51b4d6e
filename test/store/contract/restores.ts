import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { anIncident, NOON } from '../rows.ts';
import { MINUTE } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeRestores(openStore: OpenStore): void {
  describe('restores from a backup', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    it('knows the latest one, also where clocks go back, and none at first', async () => {
      expect(await store.latestRestore()).toBeUndefined();
      await store.putRestore({ mark: 'ff00ff00', at: NOON });
      await store.putRestore({ mark: '00ff00ff', at: NOON - MINUTE });
      expect(await store.latestRestore()).toEqual({ mark: '00ff00ff', at: NOON - MINUTE });
      await expect(store.putRestore({ mark: 'ff00ff00', at: NOON })).rejects.toThrow();
    });

    it('keeps one incident for a task without an instance, until somebody closes it', async () => {
      const unknown = (incidentId: string) =>
        anIncident(incidentId, { instanceId: null, kind: 'restore', subject: 'lost.1', code: 'ERR_RESTORED' });
      expect(await store.openIncident(unknown('x-1'))).toEqual(unknown('x-1'));
      expect(await store.openIncident(unknown('x-2'))).toMatchObject({ incidentId: 'x-1', count: 2 });
      expect(await store.retryIncident('x-1', NOON + 7)).toMatchObject({ kind: 'retried' });
      expect(await store.listIncidents({ open: true })).toEqual([]);
      expect(await store.listIncidents({})).toMatchObject([{ incidentId: 'x-1', resolvedAt: NOON + 7 }]);
      expect(await store.retryIncident('x-1', NOON + 8)).toMatchObject({ kind: 'resolved' });
      expect((await store.listHistory({})).map(({ type }) => type)).toEqual(['incident.raised', 'incident.retried']);
      expect((await store.openIncident(unknown('x-3'))).incidentId).toBe('x-3');
    });
  });
}
