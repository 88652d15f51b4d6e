import { expect, it } from 'vitest';
import { share } from '../../src/sandbox/inbox/control/share.ts';

const task = (taskId: string, state = 'pending') => ({ taskId, state, buttons: [{ name: 'Approve' }] });

it('what has not changed stays the same object, so that hundreds of rows are not drawn again for one', () => {
  const before = { tasks: [task('a'), task('b'), task('c')] };
  expect(share(before, structuredClone(before))).toBe(before);

  const next = share(before, { tasks: [task('new'), task('a'), task('c', 'suspended')] });
  expect(next).toEqual({ tasks: [task('new'), task('a'), task('c', 'suspended')] });
  expect(next.tasks[1]).toBe(before.tasks[0]);
  expect(next.tasks[2]).not.toBe(before.tasks[2]);
  expect(next.tasks[2]?.buttons).toBe(before.tasks[2]?.buttons);
});

it.each([
  ['a field that is gone', { a: 1, b: 2 }, { a: 1 }],
  ['an entry that is gone', [1, 2], [1]],
  ['entries that changed places', [task('a'), task('b')], [task('b'), task('a')]],
  ['a list instead of an object', { 0: 1 }, [1]],
  ['null', { a: 1 }, null],
])('takes over %s', (_what, before, next) => {
  expect(share(before, next)).toEqual(next);
});
