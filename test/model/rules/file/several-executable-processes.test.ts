import { expect, test } from 'vitest';
import { bpmn, fileWith, process, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'several-executable-processes';

test('two processes to run are refused', async () => {
  const xml = bpmn(process('p', [start('s1')], ''), process('q', [start('s2')], ''));
  expect(await findProblems(xml, rule)).toEqual([
    'error p: The file has 2 executable processes, but an instance runs only one of them.',
    'error q: The file has 2 executable processes, but an instance runs only one of them.',
  ]);
});

test('one is fine', async () => {
  const xml = fileWith(userTask('a'));
  expect(await findProblems(xml, rule)).toEqual([]);
});
