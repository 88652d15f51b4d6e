import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { anInstance, aStep, DEFINITION } from '../rows.ts';
import type { OpenStore } from './open-store.ts';

export function describeSignals(openStore: OpenStore): void {
  describe('signals', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    it('finds who waits for one by its name, and nobody who waits for a message of that name', async () => {
      await store.putDefinitions([DEFINITION]);
      const waits = (id: string, kind: 'message' | 'signal') =>
        store.commitStep(
          aStep({
            instance: anInstance(id),
            subscriptions: [{ executionId: 'e', kind, name: 'alarm', correlationKey: 'k' }],
          }),
        );
      await waits('i-1', 'signal');
      await waits('i-2', 'message');
      expect(await store.findSignalCatchers('alarm')).toEqual(['i-1']);
      expect(await store.findSubscribers('alarm', 'k')).toEqual(['i-2']);
    });
  });
}
