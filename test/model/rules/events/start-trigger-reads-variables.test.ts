import { expect, test } from 'vitest';
import { end, message, processFile, root, start, timer, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'start-trigger-reads-variables';

const startedBy = (definition: string, roots = '') =>
  processFile([start('s', { content: definition }), userTask('a'), end()], 's > a > end', { roots });

test('a process whose start depends on variables is refused', async () => {
  expect(await findProblems(startedBy(timer('${every}')), rule)).toEqual([
    'error s: The start event "s" reads every in ${every}, but there are no variables before the process starts.',
  ]);
  const named = startedBy(message('m'), root('message', 'm', { name: 'order-${id}' }));
  expect(await findProblems(named, rule)).toEqual([
    'error s: The start event "s" reads id in order-${id}, but there are no variables before the process starts.',
  ]);
});

test('a start event that says when by itself is fine', async () => {
  expect(await findProblems(startedBy(timer('R/P1D')), rule)).toEqual([]);
});
