import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'flow-without-condition';

test('the last flow without a condition stands for the rest', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${x > 1}] yes; g >"else" no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning g-no: The flow "else" out of the gateway "g" has no condition. It is taken if none of the flows before it in the file is taken.',
  ]);
});

test('of one before others it says that they are never taken', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no'), end('other')],
    'start > decide > g; g >"always" yes; g >[${x > 1}] no; g >* other',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning g-yes: The flow "always" out of the gateway "g" has no condition. It is taken if none of the flows before it in the file is taken, and g-no, g-other after it never.',
  ]);
});

test('as the default flow it is fine', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${x > 1}] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
