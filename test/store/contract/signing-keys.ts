import { beforeEach, describe, expect, it } from 'vitest';
import type { Store, TaskRow } from '../../../src/store/store.ts';
import { anInstance, aStep, aTask, DEFINITION, NOON } from '../rows.ts';
import type { OpenStore } from './open-store.ts';

export function describeSigningKeys(openStore: OpenStore): void {
  describe('countSigningKeys', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    it('counts open and handled tasks of instances that are not over, by key', async () => {
      expect(await store.countSigningKeys()).toEqual([]);
      await store.putDefinitions([DEFINITION]);
      const statuses = ['running', 'suspended', 'ended', 'terminated', 'revoked'] as const;
      for (const status of statuses) {
        const task = (name: string, changes: Partial<TaskRow>) =>
          aTask(`${status}-${name}`, { instanceId: status, ...changes });
        const tasksCreated = [
          task('open', { signingKeyId: 'k2' }),
          task('held', { signingKeyId: 'k2', state: 'SUSPENDED' }),
          task('handled', { signingKeyId: 'k2', state: 'FINISH' }),
          task('turned', { signingKeyId: 'k1', state: 'TURN' }),
        ];
        const endedAt = status === 'running' || status === 'suspended' ? null : NOON;
        await store.commitStep(aStep({ instance: anInstance(status, { status, endedAt }), tasksCreated }));
      }
      expect(await store.countSigningKeys()).toEqual([
        { keyId: 'k1', openTasks: 0, handledTasks: 2 },
        { keyId: 'k2', openTasks: 4, handledTasks: 2 },
      ]);
    });
  });
}
