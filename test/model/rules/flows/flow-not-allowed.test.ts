import { expect, test } from 'vitest';
import { boundary, end, eventSubProcess, processFile, start, timer, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'flow-not-allowed';

test('flows to what starts by itself and on from an end are refused', async () => {
  const late = eventSubProcess('late', [start('due', { content: timer('P1D') }), end('e')], 'due > e');
  const xml = processFile(
    [start(), userTask('a'), boundary('remind', 'a', timer('PT1H')), userTask('b'), end(), late],
    'start > a > b > end; remind > end; b > start; b > remind; end > b; b > late; late > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error b-start: The flow leads to "start", and no flow may lead to a start event.',
    'error b-remind: The flow leads to "remind", and no flow may lead to a boundary event.',
    'error end-b: The flow comes from "end", and no flow may leave an end event.',
    'error b-late: The flow leads to "late", and only its start event starts an event sub-process.',
    'error late-end: The flow comes from "late", and only its start event starts an event sub-process.',
  ]);
});

test('a boundary event that leads on is fine', async () => {
  const xml = processFile(
    [start(), userTask('a'), boundary('remind', 'a', timer('PT1H')), end()],
    'start > a > end; remind > end',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
