import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'condition-in-script-language';

test('a condition in JavaScript is refused', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[x == 1] yes; g >* no',
  ).replace('<conditionExpression ', '<conditionExpression language="javascript" ');
  expect(await findProblems(xml, rule)).toEqual([
    'error g-yes: The condition is a script in javascript, and scripts are not run.',
  ]);
});

test('a condition that names FEEL is fine', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[=x = 1] yes; g >* no',
  ).replace('<conditionExpression ', '<conditionExpression language="https://www.omg.org/spec/DMN/20191111/FEEL/" ');
  expect(await findProblems(xml, rule)).toEqual([]);
});
