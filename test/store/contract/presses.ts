import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { aPress } from '../rows.ts';
import type { OpenStore } from './open-store.ts';

export function describePresses(openStore: OpenStore): void {
  describe('presses', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    it('keeps the first answer when two callers answer the same press', async () => {
      const answer = (message: string) => aPress('u-1', { verdict: { kind: 'unknown', message } });
      await Promise.all([store.putPress(answer('one')), store.putPress(answer('other'))]);
      const kept = await store.getPress(aPress('u-1'));
      expect([answer('one'), answer('other')]).toContainEqual(kept);
      await store.putPress(answer('later'));
      expect(await store.getPress(aPress('u-1'))).toEqual(kept);
    });

    it('tells presses of one batch apart, which share a uuid', async () => {
      await store.putPress(aPress('u-1'));
      expect(await store.getPress({ uuid: 'u-1', taskId: 't-2', actionKey: 'approve' })).toBeUndefined();
      expect(await store.getPress({ uuid: 'u-1', taskId: 't-1', actionKey: 'reject' })).toBeUndefined();
    });
  });
}
