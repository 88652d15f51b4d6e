import { expect, test } from 'vitest';
import { end, exclusive, fileWith, lanes, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'reference-unresolved';

test('a default flow that is not there is refused', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${x}] yes; g >[${!x}] no',
  ).replace('<exclusiveGateway ', '<exclusiveGateway default="gone" ');
  expect(await findProblems(xml, rule)).toEqual([
    'error g: "g" names gone as the default flow, and the file has no such element.',
  ]);
});

test('a lane that lists something that is not there is refused', async () => {
  const xml = processFile([start(), userTask('a'), end()], 'start > a > end', {
    before: lanes({ Finance: ['a', 'gone'] }),
  });
  expect(await findProblems(xml, rule)).toEqual([
    'error lane-Finance: "Finance" names gone as an element of the lane, and the file has no such element.',
  ]);
});

test('references that a run does not need may dangle', async () => {
  const xml = fileWith(
    userTask('a', { content: '<dataInputAssociation id="d"><targetRef>gone</targetRef></dataInputAssociation>' }),
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
