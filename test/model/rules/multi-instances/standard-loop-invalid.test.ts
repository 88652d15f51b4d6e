import { expect, test } from 'vitest';
import { fileWith, serviceTask, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'standard-loop-invalid';

const loop = (content = '', maximum = '') =>
  `<standardLoopCharacteristics${maximum === '' ? '' : ` loopMaximum="${maximum}"`}>${content}</standardLoopCharacteristics>`;

test('a loop that never ends is refused', async () => {
  expect(await findProblems(fileWith(userTask('a', { content: loop() })), rule)).toEqual([
    'error a: "a" has a loop marker that never ends.',
  ]);
});

test('a maximum below one and a condition in plain text are refused', async () => {
  expect(await findProblems(fileWith(userTask('a', { content: loop('', '0') })), rule)).toEqual([
    'error a: "a" has a loop marker with the maximum 0.',
  ]);
  const plain = loop('<loopCondition>more to do</loopCondition>');
  expect(await findProblems(fileWith(userTask('a', { content: plain })), rule)).toEqual([
    'error a: "a" has a loop marker with the condition "more to do", which is neither true nor false.',
  ]);
});

test('a loop on anything but a user task is refused', async () => {
  expect(await findProblems(fileWith(serviceTask('a', { content: loop('', '3') })), rule)).toEqual([
    'error a: "a" has a loop marker, and only user tasks run in a loop.',
  ]);
});

test('a loop with a condition or a maximum is fine, and so is a multi-instance marker', async () => {
  const ends = [loop('<loopCondition>${again}</loopCondition>'), loop('', '3')];
  for (const content of ends) expect(await findProblems(fileWith(userTask('a', { content })), rule)).toEqual([]);
  const xml = fileWith(userTask('a', { multiInstance: { cardinality: 2 } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});
