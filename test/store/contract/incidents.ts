import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/port.ts';
import { anIncident, aStep, DEFINITION, NOON } from '../rows.ts';
import type { OpenStore } from './open-store.ts';

export function describeIncidents(openStore: OpenStore): void {
  describe('incidents', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    beforeEach(() => store.putDefinition(DEFINITION));

    it('lists open incidents until a step overtakes their subject', async () => {
      await store.putIncident(anIncident('x-1'));
      await store.putIncident(anIncident('x-2', { subject: 'j-2', at: NOON + 1 }));
      const resolving = { incidentsResolved: ['j-1'] };
      await store.commitStep(aStep({ ...resolving, at: NOON + 5 }));
      expect(await store.commitStep(aStep({ incidentsResolved: 'all' }))).toBe('lost');
      await store.commitStep(aStep({ ...resolving, baseRevision: 1, at: NOON + 6 }));
      const resolved = anIncident('x-1', { resolvedAt: NOON + 5 });
      const open = anIncident('x-2', { subject: 'j-2', at: NOON + 1 });
      expect(await store.listIncidents({})).toEqual([resolved, open]);
      expect(await store.listIncidents({ open: true })).toEqual([open]);
      expect(await store.listIncidents({ open: false, instanceId: 'i-1' })).toEqual([resolved]);
      expect(await store.listIncidents({ instanceId: 'i-2' })).toEqual([]);
    });

    it('counts what happens again, and opens another once it was resolved', async () => {
      await store.putIncident(anIncident('x-1'));
      const again = await store.putIncident(anIncident('x-2', { reason: 'still', at: NOON + 9, latestAt: NOON + 9 }));
      expect(again).toEqual(anIncident('x-1', { reason: 'still', latestAt: NOON + 9, count: 2 }));
      await store.putIncident(anIncident('x-3', { code: 'ERR_NO_HANDLER' }));
      expect(await store.listIncidents({})).toMatchObject([again, { incidentId: 'x-3' }]);
      await store.commitStep(aStep({ incidentsResolved: 'all' }));
      await store.putIncident(anIncident('x-4'));
      expect(await store.listIncidents({ open: true })).toEqual([anIncident('x-4')]);
    });

    it('opens one for callers that race, and counts the others', async () => {
      const ids = Array.from({ length: 8 }, (_, index) => `x-${index}`);
      for (const instanceId of ['i-1', null]) {
        const stand = await Promise.all(
          ids.map((id) => store.putIncident(anIncident(`${instanceId} ${id}`, { instanceId }))),
        );
        expect(new Set(stand.map(({ incidentId }) => incidentId)).size).toBe(1);
      }
      expect((await store.listIncidents({})).map(({ count }) => count)).toEqual([8, 8]);
    });

    it('has no open incident of an instance that ended', async () => {
      for (const subject of ['j-1', 'j-2']) await store.putIncident(anIncident(subject, { subject }));
      await store.putIncident(anIncident('other', { instanceId: 'i-2' }));
      await store.commitStep(aStep({ incidentsResolved: 'all' }));
      expect(await store.listIncidents({ open: true })).toMatchObject([{ incidentId: 'other' }]);
    });
  });
}
