/** Which of the filters of a list leave rows that an operation on several is done to. */
import { expect, test } from 'vitest';
import { chooseSeveral, type OperationName } from '../../src/operations/operations.ts';

test.each<[OperationName, Record<string, string>, Record<string, string> | undefined]>([
  ['instances.terminate', {}, {}],
  ['instances.terminate', { open: 'true', processId: 'leave' }, { processId: 'leave' }],
  ['instances.terminate', { open: 'false' }, undefined],
  ['instances.terminate', { status: 'suspended' }, undefined],
  ['instances.suspend', { status: 'running' }, {}],
  ['tasks.reassign', { state: 'SUSPENDED' }, undefined],
  ['outbox.skip', { state: 'delivered' }, undefined],
  ['outbox.skip', { state: 'parked' }, { state: 'parked' }],
  ['outbox.now', {}, {}],
  ['outbox.now', { instanceId: 'i-1' }, undefined],
])('%s, of a list with the filter %j', (name, filter, chosen) => {
  expect(chooseSeveral(name, filter)).toEqual(chosen);
});
