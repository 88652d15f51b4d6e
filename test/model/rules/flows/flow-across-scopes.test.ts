import { expect, test } from 'vitest';
import { end, processFile, start, subProcess, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'flow-across-scopes';

const part = subProcess('part', [start('s'), userTask('b'), end('e')], 's > b > e', { name: 'Part' });

test('a flow out of a sub-process or into it is refused', async () => {
  const xml = processFile([start(), userTask('a'), part, end()], 'start > a > part > end; b > end; a > b');
  expect(await findProblems(xml, rule)).toEqual([
    'error b-end: The flow leads from "b" in the sub-process "Part" to "end" in the process, but a flow cannot cross the border of a sub-process.',
    'error a-b: The flow leads from "a" in the process to "b" in the sub-process "Part", but a flow cannot cross the border of a sub-process.',
  ]);
});

test('a flow that is kept in another scope than its ends is refused', async () => {
  const xml = processFile([start(), part, end()], 'start > part > end; s > e');
  expect(await findProblems(xml, rule)).toEqual([
    'error s-e: The flow from "s" to "e" is stored in the process, but both of its ends are in the sub-process "Part".',
  ]);
});

test('flows inside and around a sub-process are fine', async () => {
  const xml = processFile([start(), userTask('a'), part, end()], 'start > a > part > end');
  expect(await findProblems(xml, rule)).toEqual([]);
});
