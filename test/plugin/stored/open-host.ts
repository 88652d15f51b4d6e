import { createEngineHost, type EngineHostOptions, type InstanceChange } from '../../../src/plugin/index.ts';
import { draw } from '../../support/draw.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

export const NOON = Date.UTC(2026, 2, 1, 12);

/** A host over a store in memory, with a clock of its own. */
export function openHost(other: Partial<EngineHostOptions<string>> = {}) {
  const store = createMemoryStore();
  const { load, save, findPress } = store;
  const time = { now: NOON };
  const options: EngineHostOptions<string> = {
    ...{ load, save, findPress },
    ...other,
    plugin: {
      appId: 'app',
      actionUrl: (taskId, { key }) => `https://service.test/${taskId}/${key}`,
      clock: () => time.now,
      ...other.plugin,
    },
  };
  const said = (changes: readonly InstanceChange[] = store.changes) =>
    changes.flatMap(({ reports }) =>
      reports.map(({ item: { previousTaskId, status, next = [] } }) =>
        [previousTaskId, status, ...next.map(({ taskId }) => taskId)].join(' '),
      ),
    );
  return { store, time, said, host: createEngineHost<string>(options), options };
}

const two = draw({ people: { a: 'ann', b: 'bob' }, paths: 'start > a > b > end' });
/** Two tasks, of ann and of bob. */
export const START = { source: two, instanceId: 'i', initiator: 'ann' };
