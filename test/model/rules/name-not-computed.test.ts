import { expect, test } from 'vitest';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'name-not-computed';

test('the name of a process is shown as it stands', async () => {
  const xml = processFile([start(), userTask('a', { name: 'Approve ${order}' }), end()], 'start > a > end', {
    name: 'Order ${order}',
  });
  expect(await findProblems(xml, rule)).toEqual([
    'warning process: The name of the process, Order ${order}, is shown as it stands: the center knows one name for all its instances.',
  ]);
});

test('so is that of a task that cannot be read', async () => {
  const xml = processFile([start(), userTask('a', { name: 'Approve ${order' }), end()], 'start > a > end');
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: The name Approve ${order is shown as it stands: what is in it is no expression.',
  ]);
});
