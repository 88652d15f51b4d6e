import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'flow-without-condition';

test('one flow without a condition among others is refused', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${x > 1}] yes; g >"else" no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g-no: The flow "else" out of the gateway "g" has no condition, while others have one.',
  ]);
});

test('as the default flow it is fine', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${x > 1}] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
