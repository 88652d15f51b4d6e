import { beforeEach, describe, expect, it } from 'vitest';
import type { Expiry, Store } from '../../../src/store/store.ts';
import { anInstance, aStep, DEFINITION, NOON, startInstance } from '../rows.ts';
import { MINUTE } from './leasing.ts';
import type { OpenStore } from './open-store.ts';
import { sweepOf } from './sweeping.ts';

export function describeDefinitionRetention(openStore: OpenStore): void {
  describe('deleteExpired of definitions', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
      await store.putDefinitions([DEFINITION]);
    });

    const sweep = (changes: Partial<Expiry> = {}) => sweepOf(store, 'definitions', changes);
    const version = (name: string, deployedAt = NOON) => ({ ...DEFINITION, definitionId: name, deployedAt });
    const left = async (...names: string[]) => {
      const found = await Promise.all(names.map((name) => store.getDefinition(name)));
      return found.flatMap((definition) => (definition ? [definition.definitionId] : []));
    };

    it('takes those that were superseded by then and that no instance ran, never the latest', async () => {
      await startInstance(store, 'i-1');
      await store.putDefinitions([version('hash-2')]);
      await store.putDefinitions([version('hash-3', NOON + MINUTE)]);
      await store.putDefinitions([version('hash-4', NOON + 2 * MINUTE)]);
      await sweep({ before: NOON + MINUTE });
      expect(await left('hash-1', 'hash-2', 'hash-3', 'hash-4')).toEqual(['hash-1', 'hash-3', 'hash-4']);
      await sweep({ before: NOON + 2 * MINUTE });
      expect(await left('hash-1', 'hash-2', 'hash-3', 'hash-4')).toEqual(['hash-1', 'hash-4']);
      await sweep({ before: NOON + 9 * MINUTE, limit: 1 });
      expect(await left('hash-1', 'hash-4')).toEqual(['hash-1', 'hash-4']);
    });

    it('keeps an old one that was deployed again, and takes it once it is superseded again', async () => {
      await store.putDefinitions([version('hash-2')]);
      await store.putDefinitions([version('hash-1', NOON + MINUTE)]);
      await sweep({ before: NOON });
      expect(await left('hash-1', 'hash-2')).toEqual(['hash-1', 'hash-2']);
      await store.putDefinitions([version('hash-1', NOON + MINUTE)], { makeLatest: true });
      await sweep({ before: NOON + MINUTE });
      expect(await left('hash-1', 'hash-2')).toEqual(['hash-1']);
      await store.putDefinitions([version('hash-3', NOON + 2 * MINUTE)]);
      await sweep({ before: NOON + 2 * MINUTE });
      expect(await left('hash-1', 'hash-3')).toEqual(['hash-3']);
    });

    it('takes one with the last instance that ran it', async () => {
      await store.commitStep(aStep({ instance: anInstance('i-1', { status: 'ended', endedAt: NOON }) }));
      await store.putDefinitions([version('hash-2')]);
      await sweepOf(store, 'rows-of-ended');
      await sweep();
      expect(await left('hash-1')).toEqual(['hash-1']);
      await sweepOf(store, 'ended');
      await sweep();
      expect(await left('hash-1')).toEqual([]);
    });

    it('takes one that a step made once no instance runs it, and never makes it the latest', async () => {
      await startInstance(store, 'i-1');
      const drawn = { ...version('hash-2'), extendsId: 'hash-1' };
      const drawnIn = { definition: drawn, instance: anInstance('i-1', { definitionId: 'hash-2' }) };
      expect(await store.commitStep(aStep({ ...drawnIn, baseRevision: 7 }))).toBe('lost');
      expect(await left('hash-2')).toEqual([]);
      expect(await store.commitStep(aStep({ ...drawnIn, baseRevision: 1 }))).toBe('committed');
      // Another instance comes to the same definition.
      await startInstance(store, 'i-2');
      const second = { ...drawnIn, instance: anInstance('i-2', { definitionId: 'hash-2' }) };
      expect(await store.commitStep(aStep({ ...second, baseRevision: 1 }))).toBe('committed');
      expect((await store.getInstance('i-2'))?.definitionId).toBe('hash-2');
      expect(await store.getDefinition('hash-2')).toEqual(drawn);
      expect(await store.latestDefinition(DEFINITION.processId)).toEqual(DEFINITION);
      await sweep();
      expect(await left('hash-1', 'hash-2')).toEqual(['hash-1', 'hash-2']);
      const third = { definition: { ...version('hash-3'), extendsId: 'hash-1' }, at: NOON };
      for (const id of ['i-1', 'i-2']) {
        const instance = anInstance(id, { definitionId: 'hash-3' });
        expect(await store.commitStep(aStep({ ...third, instance, baseRevision: 2 }))).toBe('committed');
      }
      await sweep();
      expect(await left('hash-1', 'hash-2', 'hash-3')).toEqual(['hash-1', 'hash-3']);
    });

    it('leaves one that is deployed as it is, where a step makes the same', async () => {
      await startInstance(store, 'i-1');
      const step = { definition: DEFINITION, instance: anInstance('i-1'), baseRevision: 1 };
      expect(await store.commitStep(aStep(step))).toBe('committed');
      await store.commitStep(
        aStep({ instance: anInstance('i-1', { status: 'ended', endedAt: NOON }), baseRevision: 2 }),
      );
      await sweepOf(store, 'rows-of-ended');
      await sweepOf(store, 'ended');
      await sweep();
      expect(await store.latestDefinition(DEFINITION.processId)).toEqual(DEFINITION);
    });

    it('lets old files be deployed again while they are deleted', async () => {
      const names = Array.from({ length: 12 }, (_, index) => `hash-${index + 2}`);
      for (let round = 0; round < 3; round += 1) {
        for (const name of names) await store.putDefinitions([version(name)]);
        await Promise.all([
          ...names.map((name) => store.putDefinitions([version(name)])),
          ...Array.from({ length: 3 }, () => sweep({ limit: 2 })),
        ]);
        const latest = await store.latestDefinition(DEFINITION.processId);
        expect(names).toContain(latest?.definitionId);
      }
      await sweep();
      expect(await left('hash-1', ...names)).toHaveLength(1);
    });

    it('lets nodes deploy at once what stands and what takes its place', async () => {
      for (let round = 0; round < 20; round += 1) {
        await store.putDefinitions([version('hash-2')]);
        await Promise.all(
          ['hash-2', 'hash-1', 'hash-2', 'hash-1'].map((name) => store.putDefinitions([version(name)])),
        );
      }
      const latest = await store.latestDefinition(DEFINITION.processId);
      await sweep();
      expect(await left('hash-1', 'hash-2')).toEqual([latest?.definitionId]);
    });
  });
}
