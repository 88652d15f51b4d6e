import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'button-without-name';

test('a button called after what it leads to is said', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes', { name: 'Paid' }), end('no')],
    'start > decide > g; g > yes; g >"Refuse" no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning g-yes: The flow has no name, so its button is called "Paid" after the element that it leads to.',
  ]);
});

test('flows that are no buttons need no names', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${x > 1}] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
