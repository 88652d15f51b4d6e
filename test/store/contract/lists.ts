import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { anInstance, aStep, aTask, DEFINITION, NOON } from '../rows.ts';
import type { OpenStore } from './open-store.ts';

export function describeLists(openStore: OpenStore): void {
  describe('queries', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    beforeEach(async () => {
      await store.putDefinitions([DEFINITION]);
      await store.commitStep(
        aStep({
          instance: anInstance('i-1', { businessKey: 'b-1' }),
          tasksCreated: [aTask('t-1'), aTask('t-2', { createdAt: NOON + 2, handlers: ['bob', 'bob'] })],
        }),
      );
      await store.commitStep(
        aStep({
          instance: anInstance('i-2', { status: 'ended', processId: 'travel', startedAt: NOON + 1 }),
          tasksCreated: [
            aTask('t-3', { instanceId: 'i-2', createdAt: NOON + 1, state: 'FINISH', handlers: ['ann', "o'hara"] }),
          ],
        }),
      );
    });

    const taskIds = async (filter: Parameters<Store['listTasks']>[0]) =>
      (await store.listTasks(filter)).map((task) => task.taskId);
    const instanceIds = async (filter: Parameters<Store['listInstances']>[0]) =>
      (await store.listInstances(filter)).map((instance) => instance.instanceId);

    it('lists tasks in order of creation, by instance, state and handler', async () => {
      expect(await taskIds({})).toEqual(['t-1', 't-3', 't-2']);
      expect(await taskIds({ instanceId: 'i-1' })).toEqual(['t-1', 't-2']);
      expect(await taskIds({ state: 'FINISH' })).toEqual(['t-3']);
      expect(await taskIds({ handler: 'ann' })).toEqual(['t-1', 't-3']);
      expect(await taskIds({ handler: 'bob', state: 'IN_PROGRESS', instanceId: 'i-1' })).toEqual(['t-1', 't-2']);
      expect(await taskIds({ handler: "o'hara" })).toEqual(['t-3']);
      expect(await taskIds({ handler: 'o' })).toEqual([]);
    });

    it('lists the tasks of one step in the order in which it made them, whatever their ids', async () => {
      const made = ['i-9.10', 'i-9.9', 'i-9.11', 'i-9.100'].map((id) => aTask(id, { instanceId: 'i-9' }));
      await store.commitStep(aStep({ instance: anInstance('i-9'), tasksCreated: made }));
      expect(await taskIds({ instanceId: 'i-9' })).toEqual(['i-9.10', 'i-9.9', 'i-9.11', 'i-9.100']);
    });

    it('lists instances in order of their start, by process, status and business key', async () => {
      expect(await instanceIds({})).toEqual(['i-1', 'i-2']);
      expect(await instanceIds({ processId: 'travel' })).toEqual(['i-2']);
      expect(await instanceIds({ status: 'running' })).toEqual(['i-1']);
      expect(await instanceIds({ businessKey: 'b-1' })).toEqual(['i-1']);
      expect(await instanceIds({ businessKey: 'b-2' })).toEqual([]);
    });

    it('gives a list page by page', async () => {
      expect(await taskIds({ limit: 2 })).toEqual(['t-1', 't-3']);
      expect(await taskIds({ limit: 2, after: { taskId: 't-1', createdAt: NOON } })).toEqual(['t-3', 't-2']);
      expect(await taskIds({ after: { taskId: 't-3', createdAt: NOON + 1 } })).toEqual(['t-2']);
      expect(await instanceIds({ limit: 1, after: { instanceId: 'i-1', startedAt: NOON } })).toEqual(['i-2']);
    });

    it('lists by the characters themselves, as no language orders them', async () => {
      for (const processId of ['b', 'B', 'ä', 'a', '审批', 'Z']) {
        await store.putDefinitions([{ ...DEFINITION, definitionId: `hash of ${processId}`, processId }]);
      }
      const listed = (await store.listLatestDefinitions()).map(({ processId }) => processId);
      expect(listed).toEqual(['B', 'Z', 'a', 'b', 'leave', 'ä', '审批']);
    });

    it('keeps nothing of the history from a reader who goes on from the last number, while many write', async () => {
      const writers = 8;
      const steps = 25;
      const write = async (writer: number) => {
        for (let step = 0; step < steps; step += 1) {
          const instance = anInstance(`w-${writer}-${step}`);
          const entries = Array.from({ length: 1 + ((writer + step) % 4) }, () => ({ at: NOON, type: 'w', data: {} }));
          // What a step does after its history makes it commit later than others that have begun after it.
          const incidentsResolved = Array.from({ length: (writer * step) % 5 }, (_, subject) => `s-${subject}`);
          await store.commitStep(aStep({ instance, history: entries, incidentsResolved }));
        }
      };
      const seen: number[] = [];
      let isWriting = true;
      const read = async () => {
        for (let isLast = false; !isLast; ) {
          isLast = !isWriting;
          const rows = await store.listHistory({ after: seen.at(-1) ?? 0, limit: 10_000 });
          seen.push(...rows.map(({ seq }) => seq));
        }
      };
      const reading = read();
      await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
      isWriting = false;
      await reading;
      expect(seen).toEqual((await store.listHistory({ limit: 10_000 })).map(({ seq }) => seq));
    });

    it('gives the history after a number and within times, in order of commit', async () => {
      const entry = (type: string, at = NOON) => ({ at, type, data: { type } });
      await store.commitStep(aStep({ baseRevision: 1, history: [entry('a'), entry('b', NOON + 1)] }));
      await store.commitStep(aStep({ instance: anInstance('i-3'), history: [entry('c', NOON + 2)] }));
      const all = await store.listHistory({});
      expect(all.map((row) => row.type)).toEqual(['definition.deployed', 'a', 'b', 'c']);
      const [, first] = all;
      expect((await store.listHistory({ after: first?.seq ?? 0, limit: 1 })).map((row) => row.type)).toEqual(['b']);
      expect((await store.listHistory({ instanceId: 'i-3' })).map((row) => row.type)).toEqual(['c']);
      expect((await store.listHistory({ from: NOON + 1 })).map((row) => row.type)).toEqual(['b', 'c']);
      const early = await store.listHistory({ before: NOON + 2 });
      expect(early.map((row) => row.type)).toEqual(['definition.deployed', 'a', 'b']);
    });
  });
}
