import { expect, test } from 'vitest';
import { end, fileWith, processFile, root, signal, start, timer, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'one-start-event';

test('a process without a start event is refused', async () => {
  const xml = processFile([userTask('a'), end()], 'a > end');
  expect(await findProblems(xml, rule)).toEqual([
    'error process: The process has no start event, so there is nowhere to begin.',
  ]);
});

test('a second plain start event is refused', async () => {
  const xml = processFile([start(), start('again'), userTask('a'), end()], 'start > a > end; again > a');
  expect(await findProblems(xml, rule)).toEqual([
    'error again: The process has 2 plain start events, so it is not clear where an instance begins.',
  ]);
});

test('one plain start event is fine, beside others and alone', async () => {
  expect(await findProblems(fileWith(userTask('a')), rule)).toEqual([]);
  const several = processFile(
    [start(), start('daily', { content: timer('R/P1D') }), start('s', { content: signal('x') }), userTask('a'), end()],
    'start > a > end; daily > a; s > a',
    { roots: root('signal', 'x') },
  );
  expect(await findProblems(several, rule)).toEqual([]);
});

test('a process that only a timer starts is fine', async () => {
  const xml = processFile([start('daily', { content: timer('R/P1D') }), userTask('a'), end()], 'daily > a > end');
  expect(await findProblems(xml, rule)).toEqual([]);
});
