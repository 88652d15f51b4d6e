import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { aStep, DEFINITION } from '../rows.ts';
import type { OpenStore } from './open-store.ts';

export function describeClosing(openStore: OpenStore): void {
  describe('close', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    it('waits for what has begun, refuses what comes later, and may be called twice', async () => {
      await store.putDefinitions([DEFINITION]);
      const begun = store.commitStep(aStep());
      await Promise.all([store.close(), store.close()]);
      expect(await begun).toBe('committed');
      await expect(store.getInstance('i-1')).rejects.toMatchObject({ code: 'ERR_CLOSED' });
    });
  });
}
