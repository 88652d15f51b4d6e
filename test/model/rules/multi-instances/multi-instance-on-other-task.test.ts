import { expect, test } from 'vitest';
import { fileWith, manualTask, multiInstance, serviceTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'multi-instance-on-other-task';

test('a marker on a manual task gets a warning', async () => {
  const xml = fileWith(manualTask('a', { content: multiInstance({ cardinality: 2 }) }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" has a multi-instance marker, but a token passes straight through it, so nothing is repeated.',
  ]);
});

test('on a service it is fine', async () => {
  const xml = fileWith(serviceTask('a', { multiInstance: { cardinality: 2 } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});
