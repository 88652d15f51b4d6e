import { expect, test } from 'vitest';
import { bareTask, element, end, lane, lanes, processFile, start } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'handler-from-lane';

test('a group taken from the name of a lane is said', async () => {
  const xml = processFile([start(), bareTask('a'), end()], 'start > a > end', { before: lanes({ Finance: ['a'] }) });
  expect(await findProblems(xml, rule)).toEqual(['warning a: "a" goes to the group Finance, the name of its lane.']);
});

test('a lane with a group of its own needs no note', async () => {
  const xml = processFile([start(), bareTask('a'), end()], 'start > a > end', {
    before: element('laneSet', { id: 'l' }, lane('Finance', ['a'], { 'ttc:handlingGroup': 'fin' })),
  });
  expect(await findProblems(xml, rule)).toEqual([]);
});
