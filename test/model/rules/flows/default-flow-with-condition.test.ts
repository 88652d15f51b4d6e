import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'default-flow-with-condition';

test('a condition on the default flow gets a warning', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${x > 1}] yes; g >[${x < 1}]* no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning g-no: The default flow out of "g" has a condition, which is never evaluated.',
  ]);
});

test('a default flow without one is fine', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${x > 1}] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
