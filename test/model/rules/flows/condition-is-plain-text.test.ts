import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'condition-is-plain-text';

test('a condition without ${} or = is refused', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[approved] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g-yes: The condition "approved" is plain text, which is neither true nor false: neither the condition nor the file names a language.',
  ]);
});

test('true and false are taken for the constants', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[true] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning g-yes: The condition is plain text and is treated as the constant true.',
  ]);
});

test('FEEL may leave out its sign where the condition names it', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[amount.value > 25] yes; g >* no',
  ).replace('<conditionExpression ', '<conditionExpression language="feel" ');
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('an expression is fine', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${approved}] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
