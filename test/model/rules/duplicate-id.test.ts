import { expect, test } from 'vitest';
import { end, fileWith, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'duplicate-id';

test('an id that is used twice is refused', async () => {
  const xml = processFile([start(), userTask('a'), userTask('a'), end()], 'start > a > end');
  expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('error a: The id a is used twice (line ')]);
});

test('of what is drawn only it is a warning', async () => {
  const xml = fileWith(userTask('a')).replace('</process>', '<textAnnotation id="a"/></process>');
  expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('warning a: ')]);
});

test('different ids are fine', async () => {
  const xml = fileWith(userTask('a'));
  expect(await findProblems(xml, rule)).toEqual([]);
});
