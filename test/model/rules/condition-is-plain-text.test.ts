import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'condition-is-plain-text';

test('a condition without ${} or = is refused', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[approved] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g-yes: The condition "approved" is plain text, which is neither true nor false.',
  ]);
});

test('an expression is fine', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${approved}] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
