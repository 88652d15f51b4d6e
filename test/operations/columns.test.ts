/** What the columns of tasks say of a task that others have for a while. */
import { expect, test } from 'vitest';
import { COLUMNS } from '../../src/operations/columns.ts';
import type { TaskRow } from '../../src/store/store.ts';

const read = (name: string, panel: TaskRow['panel']) =>
  COLUMNS.tasks.find((column) => column.name === name)?.read({ panel } as TaskRow);

test.each([
  ['delegate', 'delegated', 'i.1'],
  ['before', 'asked first', 'i.1'],
  ['claim', 'claimed', null],
] as const)('by %s it is %s, with the task of who asked', (kind, told, askedWith) => {
  const panel = { asked: { kind, taskId: 'i.1' } };
  expect([read('taskKind', panel), read('askedWith', panel)]).toEqual([told, askedWith]);
});
