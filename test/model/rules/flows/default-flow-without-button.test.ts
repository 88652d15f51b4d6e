import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'default-flow-without-button';

test('a default flow with nothing left to stand for is said', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no'), end('else')],
    'start > decide > g; g >[${ok}] yes; g >[${!ok}] no; g >* else',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning g-else: The default flow out of "g" gets no button: the other flows test ok for true and for false, so nothing is left for it.',
  ]);
});

test('a default flow beside one condition has a button', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${ok}] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
