import { expect, test } from 'vitest';
import { end, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'name-not-computed';

test('the kind of process is called by the name as it stands', async () => {
  const xml = processFile([start(), userTask('a', { name: 'Approve ${order}' }), end()], 'start > a > end', {
    name: 'Order ${order}',
  });
  expect(await findProblems(xml, rule)).toEqual([
    'warning process: The transaction type gets the name of the process literally, Order ${order}: the center has one name for all its instances. Each instance gets the computed name.',
  ]);
});

test('so is that of a task that cannot be read', async () => {
  const xml = processFile([start(), userTask('a', { name: 'Approve ${order' }), end()], 'start > a > end');
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: The name Approve ${order is shown literally, because its expression is not valid.',
  ]);
});
